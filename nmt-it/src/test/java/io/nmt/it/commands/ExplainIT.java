package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Idle;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;

/** The answer in a dozen lines, without a command, and the demo to try it on. */
class ExplainIT {
    @OnOldestAndNewestJdk
    void aProcessIdAlone(Jdk jdk) {
        try (Child child = ChildJvm.withoutC2(jdk).agent().start(Idle.class)) {
            child.awaitLine("ready");

            Outcome explained =
                    ChildJvm.runAgentJar(jdk, Long.toString(child.pid())).expectSuccess();

            assertThat(explained.outLines()).hasSizeLessThan(17);
            assertThat(explained.outLines().get(0))
                    .matches(Idle.class.getName() + ", process " + child.pid() + ": JDK \\d+[0-9.]*, up \\d+ s");
            assertThat(explained.outLines().get(1)).matches("RSS [0-9.]+ MB, .*");
            assertThat(explained.out()).contains("UNKNOWN", "RSS is ", ChildJvm.next("rss", child));
        }
    }

    @OnOneJdk
    void demo(Jdk jdk) {
        Outcome demo = ChildJvm.runAgentJarAlone(jdk, "demo", "--for", "2s").expectExit(0);

        assertThat(demo.out())
                .contains("LeakyShop, a program with a leak, runs for 2 s as process ") // which may end sooner
                .contains("In another terminal, type:\n", " LeakyShop\n")
                .contains("The demo has ended. Leaked: 20 receipts of 16 KB, all by LeakyShop.keepReceipt.");
    }
}
