package io.nmt.it.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import javax.management.JMException;

/**
 * As many random operations as its argument says, on eight threads. At five pauses and at the end it tells how much the
 * figures of HotSpot and those of the tracker have grown: {@code oracle LABEL: hotspot BYTES BLOCKS nmt BYTES BLOCKS
 * UNKNOWN}, the last of which counts blocks and frees that the tracker missed; and the tracker's bytes by category:
 * {@code categories LABEL: NAME=BYTES, ...}.
 */
public final class Oracle {
    private static final int THREADS = 8;
    private static final int PAUSES = 5;
    private static final int MAX_LOOKS = 1000;

    // All meet before each pause and after it.
    private static final CyclicBarrier BARRIER = new CyclicBarrier(THREADS + 1);

    private static HotSpotOther hotSpotAtFirst;
    private static UnsafeBlocks trackedAtFirst;

    private Oracle() {}

    public static void main(String[] arguments) throws Exception {
        int operations = Integer.parseInt(arguments[0]) / THREADS / PAUSES;
        HotSpotOther.read(); // brings in all that it needs
        List<RandomWork> works = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            works.add(new RandomWork(i));
        }
        hotSpotAtFirst = HotSpotOther.read();
        trackedAtFirst = UnsafeBlocks.read();

        List<Thread> threads = new ArrayList<>();
        for (RandomWork work : works) {
            threads.add(new Thread(() -> rounds(work, operations)));
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
        awaitCollection();
        compare("all freed");
    }

    private static void rounds(RandomWork work, int operations) {
        try {
            for (int pause = 1; pause <= PAUSES; pause++) {
                work.run(operations);
                BARRIER.await();
                BARRIER.await();
            }
            work.end();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends, or else the test does by its deadline. */
    private static void awaitCollection() {
        while (UnsafeBlocks.read().blocks() > trackedAtFirst.blocks()) {
            System.gc();
        }
    }

    /**
     * Compares the growth of both. The garbage collector's threads may be in the middle of a free, of which the tracker
     * knows first and HotSpot last. So if they differ, look again: when all stand still, what still differs is wrong.
     */
    private static void compare(String label) throws JMException {
        for (int look = 1; look <= MAX_LOOKS; look++) {
            HotSpotOther before = HotSpotOther.read();
            UnsafeBlocks tracked = UnsafeBlocks.read();
            HotSpotOther hotSpot = HotSpotOther.read();
            long hotSpotBytes = hotSpot.bytes() - hotSpotAtFirst.bytes();
            long hotSpotBlocks = hotSpot.blocks() - hotSpotAtFirst.blocks();
            long bytes = tracked.roundedBytes() - trackedAtFirst.roundedBytes();
            long blocks = tracked.blocks() - trackedAtFirst.blocks();
            boolean equal =
                    before.equals(hotSpot) && hotSpotBytes == bytes && hotSpotBlocks == blocks && tracked.agree();
            if (equal || look == MAX_LOOKS) {
                Talk.say("oracle " + label + ": hotspot " + hotSpotBytes + " " + hotSpotBlocks + " nmt " + bytes + " "
                        + blocks + " " + (tracked.missed() - trackedAtFirst.missed()));
                Talk.say("categories " + label + ": " + tracked.byCategory());
                Talk.say("looks " + label + ": " + look + (tracked.agree() ? "" : ", counters and blocks differ"));
                return;
            }
        }
    }
}
