package io.nmt.it.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Debugged;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Debugger;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** A debugger stops where it stops without the agent, and each thread of the agent has nothing of the application. */
public class DebuggerIT {
    private static final String DETACHED =
            "group system, daemon true, priority 5, context class loader none," + " inheritable thread-locals none";

    /** The JDK's own, when it tells of a collection for the first time. */
    private static final String COLLECTION_TOLD = "nmt-error-report: java.lang.NoSuchFieldException";

    private static final String COLLECTION_READ = "nmt-history: java.lang.NoSuchFieldException"; // the same, read first

    /** The error of a thread that ended just when its stack was read: a busy system may do that. */
    private static final String THREAD_ENDED = "nmt-error-report: java.io.FileNotFoundException";

    /** The JDK's own, at exit after a command: it stops twice. */
    private static final String LISTENER_CLOSED = "nmt-commands: java.nio.channels.AsynchronousCloseException";

    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void stopsAsWithoutTheAgent(Jdk jdk) throws Exception {
        Debugger plain = debug(jdk, jvm(jdk), false);
        Path log = Files.createFile(directory.resolve("termination-log"));
        Debugger tracked = debug(
                jdk,
                jvm(jdk).agent("report=stdout,termination-log=" + log + ",pressure-file="
                        + directory.resolve("report.txt")),
                true);

        assertThat(tracked.lines()).isEqualTo(plain.lines()).hasSizeGreaterThan(9);
        assertThat(ofAgent(plain)).isEmpty();
        assertThat(ofAgent(tracked))
                .isSubsetOf(COLLECTION_TOLD, COLLECTION_READ, LISTENER_CLOSED, THREAD_ENDED)
                .filteredOn(exception -> !exception.equals(THREAD_ENDED))
                .hasSizeLessThan(4);
        assertThat(without(ofAgent(tracked), tracked))
                .isEqualTo(plain.exceptions())
                .hasSizeGreaterThan(3);
        Map<String, String> threads = tracked.threads();
        assertThat(threads)
                .containsKeys(
                        "nmt-answering",
                        "nmt-asking",
                        "nmt-commands",
                        "nmt-error-report",
                        "nmt-exit-report",
                        "nmt-exit-report-printer",
                        "nmt-mbeans",
                        "nmt-open",
                        "nmt-termination-log",
                        "nmt resident memory");
        threads.forEach((name, properties) -> {
            if (!plain.threads().containsKey(name)) {
                assertThat(name)
                        .satisfiesAnyOf(
                                one -> assertThat(one).startsWith("nmt"),
                                one -> assertThat(one).isEqualTo("Attach Listener"));
                if (name.startsWith("nmt")) {
                    assertThat(properties).as(name).isEqualTo(DETACHED);
                }
            }
        });
    }

    private static List<String> ofAgent(Debugger debugger) {
        return debugger.exceptions().stream()
                .filter(exception -> exception.startsWith("nmt"))
                .toList();
    }

    private static List<String> without(List<String> some, Debugger debugger) {
        return debugger.exceptions().stream()
                .filter(exception -> !some.contains(exception))
                .toList();
    }

    private static ChildJvm jvm(Jdk jdk) {
        return ChildJvm.withoutC2(jdk)
                .options("-XX:MaxDirectMemorySize=16m")
                .allowUnsafe()
                .allowAttach();
    }

    private static Debugger debug(Jdk jdk, ChildJvm jvm, boolean asked) throws Exception {
        try (Child child = Debugger.start(jvm, Debugged.class)) {
            Debugger debugger = Debugger.attach(child, Debugged.class);
            child.awaitLine("active in the group: 0");
            if (asked) {
                ChildJvm.runCommand(jdk, "baseline", child).expectExit(0); // reads on "nmt resident memory"
                debugger.awaitEndOf("nmt-error-report"); // a report that the exit meets throws more
            }
            child.say("finish");
            child.await().expectExit(0);
            debugger.await();
            return debugger;
        }
    }
}
