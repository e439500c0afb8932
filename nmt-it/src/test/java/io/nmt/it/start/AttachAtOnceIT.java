package io.nmt.it.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Idle;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import java.util.ArrayList;
import java.util.List;

/** The options of one command are used; each of the others says that its own are not. */
class AttachAtOnceIT {
    private static final int WARNS_SINCE = 21;
    private static final List<String> OPTIONS = List.of("sample=64KB", "sample=128KB", "sample=256KB");

    @OnOldestAndNewestJdk
    void threeAtOnce(Jdk jdk) {
        try (Child child = ChildJvm.withoutC2(jdk).allowAttach().start(Idle.class)) {
            child.awaitLine("ready");
            List<String> answers = attachAll(jdk, child);
            String others =
                    "Process " + child.pid() + " is tracked already; it keeps its options, these are not used: ";

            assertThat(answers)
                    .filteredOn(answer -> answer.startsWith("Tracking process "))
                    .hasSize(1);
            for (int i = 0; i < answers.size(); i++) {
                if (!answers.get(i).startsWith("Tracking process ")) {
                    assertThat(answers.get(i)).isEqualTo(others + OPTIONS.get(i) + ".\n");
                }
            }
        }
    }

    private static List<String> attachAll(Jdk jdk, Child child) {
        List<Child> commands = new ArrayList<>();
        for (String options : OPTIONS) {
            commands.add(ChildJvm.startAgentJar(jdk, "attach", Long.toString(child.pid()), options));
        }
        return answers(commands);
    }

    private static List<String> answers(List<Child> commands) {
        List<String> answers = new ArrayList<>();
        for (Child command : commands) {
            try (command) {
                answers.add(command.await().expectExit(0).out());
            }
        }
        return answers;
    }

    /** The JVM warns at each load, since 21. */
    @OnOldestAndNewestJdk
    void loadedOnceByCommandsThatAskAtOnce(Jdk jdk) {
        try (Child child = ChildJvm.withoutC2(jdk).start(Idle.class)) {
            child.awaitLine("ready");
            List<Child> commands = new ArrayList<>();
            for (String command : List.of("summary", "sites", "leaks", "history")) {
                commands.add(ChildJvm.startAgentJar(jdk, command, Long.toString(child.pid()), "--timeout=2m"));
            }
            assertThat(answers(commands)).hasSize(4);
            child.terminate();
            assertThat(child.await().err().lines().filter(line -> line.contains("has been loaded dynamically")))
                    .hasSize(jdk.feature() < WARNS_SINCE ? 0 : 1);
        }
    }

    /** It listens from then on, so that the next commands need not load it again. */
    @OnOldestAndNewestJdk
    void loadedOnceByAttachAndCommandsAfterIt(Jdk jdk) {
        try (Child child = ChildJvm.withoutC2(jdk).start(Idle.class)) {
            child.awaitLine("ready");
            ChildJvm.runCommand(jdk, "attach", child).expectExit(0);
            ChildJvm.runCommand(jdk, "summary", child).expectExit(0);
            ChildJvm.runCommand(jdk, "attach", child).expectExit(0);
            child.terminate();
            assertThat(child.await().err().lines().filter(line -> line.contains("has been loaded dynamically")))
                    .hasSize(jdk.feature() < WARNS_SINCE ? 0 : 1);
        }
    }

    /** A command that only asks has brought the agent in: with options of its own. */
    @OnOldestAndNewestJdk
    void afterAnotherCommand(Jdk jdk) {
        try (Child child = ChildJvm.withoutC2(jdk).allowAttach().start(Idle.class)) {
            child.awaitLine("ready");
            ChildJvm.runCommand(jdk, "summary", child).expectExit(0);
            assertThat(ChildJvm.runAgentJar(jdk, "attach", Long.toString(child.pid()), "peak=exact")
                            .expectExit(0)
                            .out())
                    .endsWith("these are not used: peak=exact.\n");
        }
    }
}
