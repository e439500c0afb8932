package io.nmt.it.commands;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.tools.attach.VirtualMachine;
import io.nmt.it.programs.HandlesAndBuffers;
import io.nmt.it.programs.Hello;
import io.nmt.it.programs.LeakingHandles;
import io.nmt.it.programs.NativeHandles;
import io.nmt.testkit.Awaited;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.io.TempDir;

/** Native handles in all that tells of native memory, beside the command {@code handles}. */
class HandleOutputsIT {
    private static final String HANDLE = NativeHandles.class.getName() + "$Handle";
    private static final String KEEP = NativeHandles.class.getName() + ".keep(NativeHandles.java:";
    private static final String LOSE = NativeHandles.class.getName() + ".lose(NativeHandles.java:";
    private static final String LEAK = LeakingHandles.class.getName() + ".leak(LeakingHandles.java:";
    private static final String OPTION = "handles=" + HANDLE + "#close";
    private static final String EVENT = "nmt.NativeHandles";
    private static final String TITLE = "Native handles: objects that own native memory until they are closed";
    private static final int CREATED = NativeHandles.KEPT + NativeHandles.LOST;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    @OnOneJdk
    void ofAProcessThatKeepsSomeAndLosesSome(Jdk jdk) throws Exception {
        Path report = directory.resolve("report.txt");
        Path evidence = directory.resolve("evidence.txt");
        Path without = directory.resolve("without.jfr");
        Path recording = directory.resolve("with.jfr");
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowAttach()
                .options(
                        "-XX:MaxDirectMemorySize=16m",
                        "-XX:StartFlightRecording:filename=" + recording + ",name=handles")
                .agent(OPTION + ",report=" + report + ",pressure-file=" + evidence)
                .start(HandlesAndBuffers.class)) {
            child.awaitLine("ready");
            assertThat(runCommand(jdk, "leaks", child).expectExit(0).out()).doesNotContain("ative handles");
            assertThat(runCommand(jdk, "rss", child).expectExit(0).out()).doesNotContain("ative handles");
            runCommand(jdk, "baseline", child).expectExit(0);
            ChildJvm.runTool(jdk, "jcmd", Long.toString(child.pid()), "JFR.dump", "name=handles", "filename=" + without)
                    .expectExit(0);
            child.say("make");
            child.awaitLine("made");
            assertLeaks(jdk, child);
            assertDiff(jdk, child);
            assertThat(runCommand(jdk, "rss", child).expectExit(0).out())
                    .contains("HELD native handles not closed: 120 " + HANDLE + " (20 collected without a close).");
            assertBean(child);
            child.say("fill");
            child.awaitLine("filled");
            child.say("finish");
            child.await().expectExit(0);
        }
        assertOpen(Files.readString(evidence));
        assertOpen(Files.readString(report));
        assertRecordings(jdk, without, recording);
    }

    private static void assertLeaks(Jdk jdk, Child child) throws IOException {
        String text = runCommand(jdk, "leaks", child, "--stacks").expectExit(0).out();
        assertThat(text)
                .contains("Native handles that grow in number, or were lost, by call site (1)\n", LOSE)
                .doesNotContain(KEEP);
        JsonNode leaks = JSON.readTree(
                runCommand(jdk, "leaks", child, "--json").expectExit(0).out());
        assertThat(leaks.get("handles")).hasSize(1);
        JsonNode handle = leaks.get("handles").get(0);
        assertThat(handle.get("class").asText()).isEqualTo(HANDLE);
        assertThat(handle.get("collected").asInt()).isEqualTo(NativeHandles.LOST);
        assertThat(handle.get("sites")).hasSize(1);
        assertThat(handle.get("sites").get(0).get("site").asText()).startsWith(LOSE);
    }

    private static void assertDiff(Jdk jdk, Child child) throws IOException {
        assertThat(runCommand(jdk, "diff", child).expectExit(0).out())
                .containsPattern("Native handles that changed \\(1\\)\n.*\n-*\n *100 +\\+100 +20 +\\+20 +0 +"
                        + HANDLE.replace("$", "\\$") + "\n");
        assertChange(JSON.readTree(
                runCommand(jdk, "diff", child, "--json").expectExit(0).out()));
    }

    private static void assertChange(JsonNode comparison) {
        assertThat(comparison.get("handles")).hasSize(1);
        JsonNode change = comparison.get("handles").get(0);
        assertThat(change.get("class").asText()).isEqualTo(HANDLE);
        assertThat(change.get("before").get("created").asInt()).isZero();
        assertThat(change.get("after").get("created").asInt()).isEqualTo(CREATED);
        assertThat(change.get("change").get("open").asInt()).isEqualTo(NativeHandles.KEPT);
        assertThat(change.get("change").get("collected").asInt()).isEqualTo(NativeHandles.LOST);
        assertThat(change.get("standardError").asInt()).isZero();
    }

    private static void assertBean(Child child) throws Exception {
        try (JMXConnector console = connect(child)) {
            MBeanServerConnection server = console.getMBeanServerConnection();
            ObjectName name = new ObjectName("io.nmt:type=NativeMemory");
            // A thread of the agent registers it, while the server is already there.
            Awaited.until(registered -> registered, () -> server.isRegistered(name));
            TabularData handles = (TabularData) server.getAttribute(name, "Handles");
            assertThat(handles.size()).isEqualTo(1);
            CompositeData row =
                    (CompositeData) handles.get(new Object[] {HANDLE}).get("value");
            assertThat(row.get("open")).isEqualTo((long) NativeHandles.KEPT);
            assertThat(row.get("created")).isEqualTo((long) CREATED);
            assertThat(row.get("closed")).isEqualTo(0L);
            assertThat(row.get("collected")).isEqualTo((long) NativeHandles.LOST);
            assertThat(row.get("standardError")).isEqualTo(0L);
            assertThat((long) row.get("oldestAgeNanos")).isPositive();
            assertThat((String) row.get("site")).startsWith(KEEP);
            assertThat((String) server.invoke(name, "handles", null, null)).contains("\n" + TITLE);
        }
    }

    @SuppressWarnings("BanJNDI") // the address is our own child's
    private static JMXConnector connect(Child child) throws Exception {
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(child.pid()));
        try {
            return JMXConnectorFactory.connect(new JMXServiceURL(jvm.startLocalManagementAgent()));
        } finally {
            jvm.detach();
        }
    }

    private static void assertOpen(String report) {
        List<String> table =
                report.lines().dropWhile(line -> !line.equals(TITLE)).limit(4).toList();
        assertThat(table).as(report).hasSize(4);
        assertThat(table.get(3).strip())
                .matches("100 +20 +0 +[0-9]+ s +\\Q" + HANDLE + "\\E +\\Q" + KEEP + "\\E[0-9]+\\)");
    }

    private static void assertRecordings(Jdk jdk, Path without, Path recording) throws IOException {
        assertThat(Recording.read(without).events(EVENT)).isEmpty();
        List<RecordedEvent> events = Recording.read(recording).events(EVENT);
        RecordedEvent last = events.get(events.size() - 1);
        assertThat(last.getString("className")).isEqualTo(HANDLE);
        assertThat(last.getLong("live")).isEqualTo(NativeHandles.KEPT);
        assertThat(last.getLong("created")).isEqualTo(CREATED);
        assertThat(last.getLong("closed")).isZero();
        assertThat(last.getLong("collected")).isEqualTo(NativeHandles.LOST);
        assertThat(last.getDuration("oldestAge")).isPositive();
        assertThat(last.getString("topFrame")).startsWith(KEEP);
        assertThat(last.getString("stack")).startsWith(HANDLE + ".<init>(").contains(KEEP);
        assertThat(last.getLong("siteLive")).isEqualTo(NativeHandles.KEPT);
        assertThat(ChildJvm.runTool(jdk, "jfr", "print", "--events", EVENT, recording.toString())
                        .expectExit(0)
                        .out())
                .contains("className = \"" + HANDLE + "\"", "live = 100\n", "collected = 20\n");

        String file = recording.toString();
        String text = run(jdk, "report", file);
        assertThat(text).contains(TITLE, KEEP);
        JsonNode handle =
                JSON.readTree(run(jdk, "report", "--json", file)).get("handles").get(0);
        assertThat(handle.get("class").asText()).isEqualTo(HANDLE);
        assertThat(handle.get("open").asInt()).isEqualTo(NativeHandles.KEPT);
        assertThat(handle.get("collected").asInt()).isEqualTo(NativeHandles.LOST);
        assertThat(handle.get("sites").get(0).get("site").asText()).startsWith(KEEP);
        assertThat(run(jdk, "compare", without.toString(), file))
                .containsPattern(
                        "Native handles, the most grown first \\(1\\)\n.*\n-*\n *0 +100 +\\+100 +0 +20 +\\+20 +0 ");
        assertChange(JSON.readTree(run(jdk, "compare", "--json", without.toString(), file)));
        assertThat(run(jdk, "compare", file, file)).doesNotContain("ative handles");
    }

    private static String run(Jdk jdk, String... arguments) {
        return ChildJvm.runAgentJar(jdk, arguments).expectSuccess().out();
    }

    /** All are sampled, and one comes after the other: growth is no chance here. It cannot be told before 20 s. */
    @OnOneJdk
    void ofAProcessThatLeaksThem(Jdk jdk) throws IOException {
        Path recording = directory.resolve("leak.jfr");
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowAttach()
                .options("-XX:StartFlightRecording:filename=" + recording)
                .agent(OPTION)
                .start(LeakingHandles.class)) {
            child.awaitLine("ready");
            JsonNode leaks = Awaited.untilAnswered(told -> !told.get("handles").isEmpty(), () -> leaks(jdk, child));
            JsonNode site = leaks.get("handles").get(0).get("sites").get(0);
            assertThat(site.get("site").asText()).startsWith(LEAK);
            assertThat(site.get("growing").asBoolean()).isTrue();
            assertThat(site.get("growthPerMinute").asLong()).isPositive();
            assertThat(site.get("growingForNanos").asLong()).isPositive();
            assertThat(runCommand(jdk, "leaks", child, "--stacks").expectExit(0).out())
                    .contains("Native handles that grow in number, or were lost", LEAK, "threads: leaking");
            // On a busy machine the program may have paused since, and is not certain to leak until it goes on.
            Outcome rss = Awaited.untilAnswered(
                    told -> told.out().contains("LEAK " + HANDLE + ": "),
                    () -> runCommand(jdk, "rss", child).expectExit(0));
            assertThat(rss.out()).contains("LEAK " + HANDLE + ": ", LEAK).doesNotContain("Open native handles");
            assertThat(JSON.readTree(runCommand(jdk, "rss", child, "--json")
                                    .expectExit(0)
                                    .out())
                            .get("statements")
                            .toString())
                    .contains("\"LEAK\"", HANDLE);
            child.say("finish");
            child.await().expectExit(0);
        }
        List<RecordedEvent> events = Recording.read(recording).events(EVENT);
        RecordedEvent last = events.get(events.size() - 1);
        assertThat(last.getLong("siteGrowth")).isPositive();
        assertThat(last.getDuration("siteGrowingFor")).isPositive();
        assertThat(JSON.readTree(run(jdk, "report", "--json", recording.toString()))
                        .findValue("growing")
                        .asBoolean())
                .isTrue();
    }

    private static JsonNode leaks(Jdk jdk, Child child) throws IOException {
        return JSON.readTree(
                runCommand(jdk, "leaks", child, "--json").expectExit(0).out());
    }

    @OnOneJdk
    void withoutSuchAClassNothingIsSaid(Jdk jdk) throws IOException {
        Path recording = directory.resolve("none.jfr");
        Path report = directory.resolve("none.txt");
        ChildJvm.withoutC2(jdk)
                .options("-XX:StartFlightRecording:filename=" + recording)
                .agent("report=" + report)
                .run(Hello.class)
                .expectExit(0);

        assertThat(Files.readString(report)).doesNotContain("ative handles");
        assertThat(Recording.read(recording).events(EVENT)).isEmpty();
        assertThat(run(jdk, "report", recording.toString())).doesNotContain("ative handles");
    }
}
