package io.nmt.it.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Snapshot;
import io.nmt.it.programs.Changed;
import io.nmt.it.programs.SwappedUnderLoad;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;

/** A debugger swaps a method again and again while threads open and close handles, and allocate and free blocks. */
class HotSwapIT {
    private static final int SWAPS = 200;

    @OnOldestAndNewestJdk
    void nothingIsLostWhileAMethodIsSwapped(Jdk jdk) throws Exception {
        String handle = Changed.Handle.class.getName();
        try (Child child = ChildJvm.withC2InCi(jdk)
                .allowUnsafe()
                .allowAttach()
                .options(HotSwap.OPTION, "-Xmx256m")
                .agent("handles=" + handle + "#close")
                .start(SwappedUnderLoad.class)) {
            String listening = child.awaitLineWith(HotSwap.LISTENING);
            child.awaitLine("ready");
            try (HotSwap debugger = HotSwap.attach(listening, Changed.Handle.class)) {
                for (int i = 0; i < SWAPS; i++) {
                    debugger.swap(2 + i % 2);
                }
            }
            child.say("enough");
            String[] counts = child.awaitLineWith("opened ").split(" ");
            long opened = Long.parseLong(counts[1]);
            long closed = Long.parseLong(counts[3]);
            assertThat(ChildJvm.runCommand(jdk, "handles", child, "--json")
                            .expectExit(0)
                            .out())
                    .contains("\"class\":\"" + handle + "\",\"open\":" + (opened - closed) + ",\"created\":" + opened
                            + ",\"closed\":" + closed + ",");
            child.say("finish");
            Outcome outcome = child.await().expectExit(0);
            Snapshot snapshot = Figures.at("end", outcome);
            assertThat(snapshot.category("Unsafe").count())
                    .as(outcome::toString)
                    .isEqualTo(Long.parseLong(counts[5]));
            long streams = Long.parseLong(counts[7]); // the JDK may have a few of jars beside these
            assertThat(snapshot.category("Zip").count()).as(outcome::toString).isBetween(streams, streams + 10);
            assertThat(snapshot.untrackedBlocks()).as(outcome::toString).isZero();
            assertThat(snapshot.freedElsewhere()).as(outcome::toString).isZero();
        }
    }
}
