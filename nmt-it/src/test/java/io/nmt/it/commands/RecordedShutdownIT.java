package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Ending;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.JsonSchemas;
import io.nmt.testkit.OnOldestAndNewestJdk;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A recording's own reason of its end is enough for {@code postmortem}, also without the agent. */
class RecordedShutdownIT {
    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void sigterm(Jdk jdk) throws IOException {
        try (Child child = recording(jdk).start(Ending.class, "wait")) {
            child.awaitLine("waits");
            child.terminate();
            child.await();
        }
        assertThat(postmortem(jdk)).contains(": ended by a signal", "It was sent SIGTERM, as its JVM recorded.");
        JsonSchemas.assertValid(
                "postmortem",
                ChildJvm.runAgentJar(jdk, "postmortem", "--json", directory.toString())
                        .expectSuccess()
                        .out());
    }

    @OnOldestAndNewestJdk
    void exit(Jdk jdk) {
        recording(jdk).run(Ending.class, "exit");
        assertThat(postmortem(jdk))
                .contains(": ended by itself", Ending.class.getName() + ".main ended it, as its JVM recorded.");
    }

    @OnOldestAndNewestJdk
    void lastThread(Jdk jdk) {
        recording(jdk).run(Ending.class, "return").expectSuccess();
        assertThat(postmortem(jdk)).contains(": ended by itself", "Its last thread ended, as its JVM recorded.");
    }

    private ChildJvm recording(Jdk jdk) {
        return ChildJvm.on(jdk).options("-XX:StartFlightRecording=filename=" + directory.resolve("r.jfr"));
    }

    private String postmortem(Jdk jdk) {
        return ChildJvm.runAgentJar(jdk, "postmortem", directory.toString())
                .expectSuccess()
                .out();
    }
}
