package io.nmt.it.failures;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.JvmErrors;
import io.nmt.testkit.AwaitedFile;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.JsonSchemas;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The reports of an OutOfMemoryError that the JVM makes itself: of objects, or of a thread. */
@EnabledOnOs(OS.LINUX)
public class JvmErrorsIT {
    @TempDir
    private Path directory;

    private Path file;
    private Path log;

    private Outcome meet(Jdk jdk, String what, String... options) throws IOException {
        file = directory.resolve(what + ".txt");
        log = Files.createFile(directory.resolve(what + "-termination-log"));
        try (Child child = ChildJvm.withoutC2(jdk)
                .options("-Xmx64m")
                .options(options)
                .agent("pressure-file=" + file + ",termination-log=" + log)
                .start(JvmErrors.class, what)) {
            child.awaitLine("over");
            AwaitedFile.await(directory.resolve(what + ".json"), "\"residentMemory\":");
            child.say("finish");
            Outcome outcome = child.await().expectExit(0);
            JsonSchemas.assertValid("evidence", Files.readString(directory.resolve(what + ".json")));
            return outcome;
        }
    }

    @OnEveryJdk
    void aThreadEndsSinceTheHeapIsFull(Jdk jdk) throws IOException {
        Outcome outcome = meet(jdk, "heap");

        // The JVM's own word on it is as without the agent.
        assertThat(outcome.err()).contains("Exception in thread \"eater\" java.lang.OutOfMemoryError: Java heap space");
        assertThat(file)
                .content()
                .contains(
                        "Java heap (-Xmx), afterwards: usage ",
                        "Thread \"eater\" gets java.lang.OutOfMemoryError: Java heap space");
        // What filled the heap went with the thread.
        assertThat(log)
                .content()
                .startsWith("nmt: Java heap error: ")
                .contains("\nDo: the Java heap is not full now: too much was requested at once, or ");
    }

    @OnEveryJdk
    void aThreadCannotBeStarted(Jdk jdk) throws IOException {
        Outcome outcome = meet(jdk, "thread");

        assertThat(outcome.outLines())
                .anyMatch(line -> line.startsWith("saw java.lang.OutOfMemoryError: unable to create native thread"));
        assertThat(file)
                .content()
                .containsPattern("thread refused, at \\d+ of this process")
                .contains("JvmErrors.main(JvmErrors.java:");
        assertThat(log)
                .content()
                .startsWith("nmt: thread refused: ")
                .contains("\nthread refused, at ", "\nDo: use fewer threads, or smaller stacks");
    }

    /** A report would take the last of it from the application. */
    @OnOldestAndNewestJdk
    void nothingIsWrittenWhereTheHeapStaysFull(Jdk jdk) throws IOException {
        file = directory.resolve("full.txt");
        try (Child child = ChildJvm.withoutC2(jdk)
                .options("-Xmx64m", "-XX:+UseSerialGC")
                .agent("pressure-file=" + file)
                .start(JvmErrors.class, "held")) {
            child.awaitLine("over");
            child.say("finish");
            child.await().expectExit(0);
        }
        assertThat(file).doesNotExist();
    }

    /** The history's thread is there to write, not only that of pressure, which ends where there is no limit. */
    @OnOldestAndNewestJdk
    void aThreadCannotBeStartedInTheFirstSeconds(Jdk jdk) throws IOException {
        file = directory.resolve("early.txt");
        try (Child child = ChildJvm.withoutC2(jdk)
                .options("-Xmx64m")
                .agent("pressure-file=" + file)
                .start(JvmErrors.class, "thread", "4000")) {
            child.awaitLine("over");
            AwaitedFile.await(file, "thread refused, at ");
            child.say("finish");
            child.await().expectExit(0);
        }
    }
}
