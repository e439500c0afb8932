package io.nmt.libraries;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A program under load with the agent, and what {@code pools} says of it. It prints {@code ready}, and ends with the
 * next line that it reads. When it has ended, the test's output tells what Netty's own detector had to say until then.
 */
final class ServiceRun implements AutoCloseable {
    /** For a program in which nothing is to be found: C2 lets objects go earlier than C1. */
    static final String WITH_C2 = "-XX:TieredStopAtLevel=4";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern LEAK = Pattern.compile("(LEAK|GROWING) pooled buffers");
    private static final String TOO_EARLY = "UNKNOWN growth of buffers: too early";
    private static final String DETECTED = "LEAK: ";
    private static final long WITHIN_NANOS = TimeUnit.MINUTES.toNanos(4); // no test waits for it but one that fails
    private static final int PAUSE_SECONDS = 5;
    private static final int QUIET_SECONDS = 30;

    private final Jdk jdk;
    private final String name;
    private final Child child;
    private final long start;
    private String said = "";

    private ServiceRun(Jdk jdk, String name, Child child) {
        this.jdk = jdk;
        this.name = name;
        this.child = child;
        child.awaitLine("ready");
        this.start = System.nanoTime();
    }

    /** Starts a program with one argument, and waits until it is at work. */
    static ServiceRun start(Jdk jdk, List<Path> classPath, Class<?> program, String argument, String... options) {
        Child child = jvm(jdk, classPath, options).agent().start(program, argument);
        return new ServiceRun(jdk, program.getSimpleName() + " " + argument, child);
    }

    /** The same, but the agent comes once it is at work. */
    static ServiceRun attachTo(Jdk jdk, List<Path> classPath, Class<?> program, String argument, String... options) {
        Child child = jvm(jdk, classPath, options).start(program, argument);
        ServiceRun run = new ServiceRun(jdk, program.getSimpleName() + " " + argument + ", attached", child);
        run.command("attach");
        return run;
    }

    private static ChildJvm jvm(Jdk jdk, List<Path> classPath, String... options) {
        return ChildJvm.withoutC2(jdk)
                .allowAttach()
                .options("-Xmx64m", "-XX:MaxDirectMemorySize=1g")
                .options(LibraryOptions.unsafe(jdk).toArray(String[]::new))
                .options(options)
                .classPath(classPath.toArray(Path[]::new));
    }

    /** The answer of {@code pools} now. */
    private JsonNode pools() throws IOException {
        JsonNode pools = JSON.readTree(command("pools", "--json"));
        said = pools.get("findings").get(0).asText();
        return pools;
    }

    /** The answer of a command on the process. */
    String command(String command, String... options) {
        return runCommand(jdk, command, child, options).expectExit(0).out();
    }

    /** The answer of {@code pools} with its first leak; fails without one. */
    JsonNode poolsOnceTheyLeak() throws Exception {
        while (true) {
            TimeUnit.SECONDS.sleep(PAUSE_SECONDS);
            JsonNode pools = pools();
            if (LEAK.matcher(said).lookingAt()) {
                return pools;
            }
            checkTime(pools);
        }
    }

    private void checkTime(JsonNode pools) {
        assertThat(System.nanoTime() - start).as(pools::toString).isLessThan(WITHIN_NANOS);
    }

    /** The first statement of {@code pools} on a leak. */
    String leak() throws Exception {
        poolsOnceTheyLeak();
        return said;
    }

    /** The answer of {@code pools} after a while; fails if it has a leak. */
    JsonNode poolsThatDoNotLeak() throws Exception {
        TimeUnit.SECONDS.sleep(QUIET_SECONDS);
        JsonNode pools = pools();
        while (said.startsWith(TOO_EARLY)) {
            checkTime(pools);
            TimeUnit.SECONDS.sleep(PAUSE_SECONDS);
            pools = pools();
        }
        for (JsonNode finding : pools.get("findings")) {
            assertThat(LEAK.matcher(finding.asText()).lookingAt())
                    .as(pools::toString)
                    .isFalse();
        }
        return pools;
    }

    /** Ends the program, which must not have failed. */
    void finish() {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        child.say("finish");
        Outcome outcome = child.await().expectExit(0);
        assertThat(outcome.out()).doesNotContain("failed");
        boolean detected = outcome.err().contains(DETECTED);
        System.out.println(name + " on " + jdk + ", after " + seconds + " s: " + said + "\nNetty's detector: "
                + (detected ? outcome.err() : "nothing"));
    }

    @Override
    public void close() {
        child.close();
    }
}
