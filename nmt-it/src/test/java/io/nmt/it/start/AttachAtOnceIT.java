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
        List<String> answers = new ArrayList<>();
        for (Child command : commands) {
            try (command) {
                answers.add(command.await().expectExit(0).out());
            }
        }
        return answers;
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
