package io.nmt.it.truth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.ZstdDictCompress;
import io.netty.buffer.ByteBuf;
import io.netty.util.ReferenceCounted;
import io.nmt.channel.Request;
import io.nmt.it.programs.Plants;
import io.nmt.testkit.Asked;
import io.nmt.testkit.Awaited;
import io.nmt.testkit.Cgroup;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A JVM in which a plant grows, with the packaged agent and a flight recording. */
final class PlantedJvm implements AutoCloseable {
    static final ObjectMapper JSON = new ObjectMapper();

    private static final Duration LIFE = Duration.ofMinutes(30); // of which most is waiting, if the machine is busy
    private static final String DATA = "type=\"application/json\">";
    private static final String END_OF_STATE = "state ends";

    private final Jdk jdk;
    private final Path directory;
    private final Child child;
    private final Cgroup cgroup; // null if it is in none of its own

    private Path recording; // null until it is asked for
    private int recordings;

    PlantedJvm(Jdk jdk, Plant plant, Path directory) {
        this.jdk = jdk;
        this.directory = directory;
        ChildJvm jvm = ChildJvm.withoutC2(jdk)
                .classPath(
                        ChildJvm.testClasses(),
                        ChildJvm.locationOf(ZstdDictCompress.class),
                        ChildJvm.locationOf(ByteBuf.class),
                        ChildJvm.locationOf(ReferenceCounted.class))
                .allowUnsafe()
                .allowAttach()
                .agent("handles=" + Plants.class.getName() + "$Handle#close,pressure-file=" + evidence(".txt")
                        + plant.agentOptions())
                .options("-Xmx512m", "-XX:+UseSerialGC", "-XX:StartFlightRecording:filename=" + evidence(".jfr"))
                .livesFor(LIFE)
                .options(plant.jvmOptions().toArray(String[]::new));
        this.cgroup = plant.limitMegabytes() == 0 ? null : Cgroup.withLimit(plant.limitMegabytes() << 20);
        if (cgroup != null) {
            jvm.launchedBy(cgroup.launcher());
        }
        this.child = (jdk.feature() < 22 ? jvm : jvm.options("--enable-native-access=ALL-UNNAMED"))
                .start(Plants.class, plant.name());
        child.awaitLine("ready");
        ChildJvm.runCommand(jdk, "summary", child, "--timeout=5m").expectSuccess(); // from then on it listens
    }

    private Path evidence(String ending) {
        return directory.resolve("left" + ending);
    }

    /** The answer of a command in this process. */
    JsonNode asked(String command) throws Exception {
        return JSON.readTree(text(command, "json", "true"));
    }

    /** The same as text; options are names and values. */
    String text(String command, String... options) throws Exception {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            all.put(options[i], options[i + 1]);
        }
        return Asked.of(child, new Request(command, all));
    }

    /** The bean's statements, and the planted amount. */
    List<String> state() {
        child.say("state");
        List<String> lines = new ArrayList<>();
        for (String line = child.awaitLineWith(""); !line.equals(END_OF_STATE); line = child.awaitLineWith("")) {
            lines.add(line);
        }
        return lines;
    }

    /** Copies its recording, as of the first call since {@link #record}. */
    Path recording() {
        if (recording == null) {
            recording = directory.resolve("now" + ++recordings + ".jfr");
            child.say("dump " + recording);
            child.awaitLine("dumped");
        }
        return recording;
    }

    /** Lets the next one who asks for a recording have a new one. */
    void record() {
        recording = null;
    }

    /** The answer of the agent's jar. */
    String runs(String... arguments) {
        return ChildJvm.runAgentJar(jdk, arguments).expectSuccess().out();
    }

    /** The data of the page of a recording. */
    JsonNode page(Path recording) throws IOException {
        Path page = directory.resolve("page.html");
        runs("report", recording.toString(), "-o", page.toString());
        String html = Files.readString(page);
        int start = html.indexOf(DATA) + DATA.length();
        return JSON.readTree(html.substring(start, html.indexOf("</script>", start)));
    }

    boolean isAlive() {
        return child.isAlive();
    }

    /** Lets it ask for more than there is, of which the agent leaves evidence. */
    void fail() {
        child.say("fail");
        child.awaitLine("refused");
        Awaited.until(left -> left.has("residentMemory"), this::left);
    }

    /** The evidence for programs. */
    JsonNode left() throws IOException {
        Path file = evidence(".json");
        return Files.exists(file) ? JSON.readTree(Files.readString(file)) : JSON.createObjectNode();
    }

    /** The evidence for people. */
    List<String> leftText() throws IOException {
        return Files.readAllLines(evidence(".txt"));
    }

    /** The directory of its remains. */
    Path directory() {
        return directory;
    }

    void end() {
        child.say("finish");
        child.await().expectExit(0);
    }

    @Override
    public void close() throws IOException {
        child.close();
        if (cgroup != null) {
            cgroup.close();
        }
    }
}
