package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Idle;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;

/** A command takes a part of a JVM's name or arguments in place of its process id. */
class NamedProcessIT {
    private final String name = "shop-" + UUID.randomUUID();

    @TempDir
    private Path directory;

    private Child start(Jdk jdk) {
        Child child = ChildJvm.withoutC2(jdk).agent().start(Idle.class, "--name=" + name);
        child.awaitLine("ready");
        return child;
    }

    @OnOneJdk
    void oneIsTakenAndSaid(Jdk jdk) {
        try (Child child = start(jdk)) {
            Outcome summary = ChildJvm.runAgentJar(jdk, "summary", name).expectExit(0);
            assertThat(summary.out()).contains("Native memory outside the Java heap");
            assertThat(summary.err())
                    .isEqualTo("nmt: process " + child.pid() + " is " + Idle.class.getName() + System.lineSeparator());

            assertThat(ChildJvm.runAgentJar(jdk, name).expectExit(0).out())
                    .startsWith(Idle.class.getName() + ", process " + child.pid());

            Path page = directory.resolve("page.html");
            ChildJvm.runAgentJar(jdk, "report", name, "-o", page.toString()).expectExit(0);
            assertThat(page).content().contains("process " + child.pid());
        }
    }

    @OnOneJdk
    void ofSeveralOneIsToBeChosen(Jdk jdk) {
        try (Child one = start(jdk);
                Child two = start(jdk)) {
            Outcome summary = ChildJvm.runAgentJar(jdk, "summary", name).expectExit(2);
            assertThat(summary.err())
                    .contains("'" + name + "' fits 2 JVMs" + System.lineSeparator() + "Type: ")
                    .contains(" summary " + one.pid() + "  # " + Idle.class.getName())
                    .contains(" summary " + two.pid() + "  # " + Idle.class.getName());
            ChildJvm.runAgentJar(jdk, "report", name).expectFailure("fits 2 JVMs, type the PID of one: ");
        }
    }

    @OnOneJdk
    void noneIsSaid(Jdk jdk) {
        assertThat(ChildJvm.runAgentJar(jdk, "summary", name).expectExit(2).err())
                .startsWith("nmt: no JVM here has '" + name + "' in its name or arguments");
    }
}
