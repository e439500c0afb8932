package io.nmt.agent.programs;

import io.nmt.core.NativeMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import javax.management.JMException;

/**
 * A million random operations on eight threads. At five pauses and at the end it tells how much the figures of HotSpot and
 * those of the tracker have grown: {@code oracle LABEL: hotspot BYTES BLOCKS nmt BYTES BLOCKS UNKNOWN}, the last of which counts
 * blocks and frees that the tracker missed.
 */
public final class Oracle {
    private static final int THREADS = 8;
    private static final int PAUSES = 5;
    private static final int OPERATIONS = 1_000_000;

    // All meet before each pause and after it.
    private static final CyclicBarrier BARRIER = new CyclicBarrier(THREADS + 1);

    private static HotSpotOther hotSpotAtFirst;
    private static Tracked trackedAtFirst;

    private Oracle() {}

    public static void main(String[] arguments) throws Exception {
        HotSpotOther.read(); // brings in all that it needs
        hotSpotAtFirst = HotSpotOther.read();
        trackedAtFirst = Tracked.read();

        List<RandomWork> works = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            RandomWork work = new RandomWork(i);
            works.add(work);
            threads.add(new Thread(() -> rounds(work)));
        }
        threads.forEach(Thread::start);
        for (int pause = 1; pause <= PAUSES; pause++) {
            BARRIER.await();
            compare("pause " + pause);
            BARRIER.await();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        compare("threads ended");
        works.forEach(RandomWork::freeAll);
        compare("all freed");
    }

    private static void rounds(RandomWork work) {
        try {
            for (int pause = 1; pause <= PAUSES; pause++) {
                work.run(OPERATIONS / THREADS / PAUSES);
                BARRIER.await();
                BARRIER.await();
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void compare(String label) throws JMException {
        HotSpotOther hotSpot = HotSpotOther.read();
        Tracked tracked = Tracked.read();
        Talk.say("oracle " + label + ": hotspot "
                + (hotSpot.bytes() - hotSpotAtFirst.bytes()) + " "
                + (hotSpot.blocks() - hotSpotAtFirst.blocks()) + " nmt "
                + (tracked.roundedBytes - trackedAtFirst.roundedBytes) + " "
                + (tracked.blocks - trackedAtFirst.blocks) + " "
                + (tracked.unknown - trackedAtFirst.unknown));
    }

    /** The tracker's figures, by a walk over all blocks: HotSpot sees each rounded up to 8. */
    private static final class Tracked {
        private long roundedBytes;
        private long bytes;
        private long blocks;
        private long unknown;

        static Tracked read() {
            Tracked tracked = new Tracked();
            NativeMemory.forEachBlock((address, bytes, category) -> {
                tracked.roundedBytes += (bytes + 7) / 8 * 8;
                tracked.bytes += bytes;
                tracked.blocks++;
            });
            var snapshot = NativeMemory.snapshot();
            var total = snapshot.total();
            if (total.committed() != tracked.bytes || total.count() != tracked.blocks) {
                throw new IllegalStateException(
                        "The walk finds " + tracked.bytes + " bytes, " + tracked.blocks + " blocks, not " + total);
            }
            tracked.unknown = snapshot.untrackedBlocks() + snapshot.unknownFrees();
            return tracked;
        }
    }
}
