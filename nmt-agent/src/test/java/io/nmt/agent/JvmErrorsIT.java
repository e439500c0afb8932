package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.agent.programs.Filling;
import io.nmt.agent.programs.JvmErrors;
import io.nmt.agent.support.AwaitedFile;
import io.nmt.agent.support.Child;
import io.nmt.agent.support.ChildJvm;
import io.nmt.agent.support.Jdk;
import io.nmt.agent.support.OnEveryJdk;
import io.nmt.agent.support.OnOldestAndNewestJdk;
import io.nmt.agent.support.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What an OutOfMemoryError leaves that the JVM makes itself: of objects, of classes, of a thread. */
@EnabledOnOs(OS.LINUX)
class JvmErrorsIT {
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
            JsonSchemaIT.assertValid("evidence", Files.readString(directory.resolve(what + ".json")));
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
                        "Java heap (-Xmx): usage ",
                        "Thread \"eater\" gets java.lang.OutOfMemoryError: Java heap space");
        // What filled the heap went with the thread.
        assertThat(log)
                .content()
                .startsWith("nmt: Java heap full: ")
                .contains("\nDo: the Java heap is not full now: more was asked for at once, or ");
    }

    @OnEveryJdk
    void aThreadEndsSinceMetaspaceIsFull(Jdk jdk) throws IOException {
        meet(jdk, "classes", "-XX:MaxMetaspaceSize=28m");

        assertThat(file)
                .content()
                .contains("Metaspace (-XX:MaxMetaspaceSize): usage ", "limit 28,672KB", "Thread \"definer\" gets ");
        assertThat(log).content().startsWith("nmt: metaspace full: ").contains("\nDo: classes fill it: ");
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
        assertThat(log).content().startsWith("nmt: thread refused: ").contains("\nDo: have fewer threads, or raise");
    }

    /** Also where code catches all errors: what has a limit is watched, and so is the heap then. */
    @OnOldestAndNewestJdk
    void aHeapThatAFullCollectionLeavesFull(Jdk jdk) throws IOException {
        file = directory.resolve("full.txt");
        log = Files.createFile(directory.resolve("full-termination-log"));
        try (Child child = ChildJvm.withoutC2(jdk)
                .options("-Xmx64m", "-XX:+UseSerialGC")
                .agent("pressure=8GB,pressure-file=" + file + ",termination-log=" + log)
                .start(Filling.class, "heap", "57")) {
            child.awaitLine("holding");
            ChildJvm.runTool(jdk, "jcmd", Long.toString(child.pid()), "GC.run").expectSuccess();
            AwaitedFile.await(file, "Java heap (-Xmx), after a full collection: usage ");
            AwaitedFile.await(log, "\nDo: objects fill the Java heap, not native memory: ");
            child.say("finish");
            child.await().expectExit(0);
            assertThat(log).isEmptyFile();
        }
    }
}
