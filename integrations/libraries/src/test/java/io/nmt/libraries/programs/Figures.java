package io.nmt.libraries.programs;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.CategoryUsage;
import io.nmt.report.document.HandleReport;
import io.nmt.report.document.SummaryReport;
import io.nmt.report.render.ReportJson;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;

/** Tells the test what the tracker says, if there is one. */
final class Figures {
    private static final boolean TRACKED = isTracked();
    private static final int MOST_COLLECTIONS = 50;
    private static final long MOST_MILLIS_OF_A_COLLECTION = 1000;

    private Figures() {}

    private static boolean isTracked() {
        try {
            Class.forName("io.nmt.core.NativeMemory", false, null);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    static void print(String line) {
        System.out.println(line);
        System.out.flush();
    }

    /** Tells the test what the library says of itself. */
    static void sayOwn(String what, long figure) {
        print("own " + what + " " + figure);
    }

    static void say(String label) {
        if (TRACKED) {
            print("figures " + label + " " + ReportJson.of(SummaryReport.of(NativeMemory.snapshot())));
        }
    }

    /** Tells the test which native handles are open, once finalizers have closed what is unreachable. */
    static void sayHandles(String label) throws InterruptedException {
        if (TRACKED) {
            collect();
            collect();
            print("handles " + label + " "
                    + ReportJson.of(HandleReport.of(NativeMemory.handles(), Integer.MAX_VALUE, false, 0)));
        }
    }

    /** {@link #say}, once what is unreachable has been given back. */
    static void sayCollected(String label) throws InterruptedException {
        if (TRACKED) {
            // What the first collection finds has been dealt with when the second one's turn comes.
            collect();
            collect();
            say(label);
        }
    }

    /** Live blocks, but for those of Zip: the class loader's Inflaters come with each jar that it opens. */
    static long blocks() {
        long blocks = 0;
        if (TRACKED) {
            for (CategoryUsage usage : NativeMemory.snapshot().categories()) {
                blocks += usage.category().equals("Zip") ? 0 : usage.count();
            }
        }
        return blocks;
    }

    /** Collects garbage until cleaners and finalizers have left no more blocks than that, or leave them for good. */
    static void awaitBlocks(long most) throws InterruptedException {
        for (int i = 0; i < MOST_COLLECTIONS && blocks() > most; i++) {
            collect();
        }
    }

    @SuppressWarnings("removal") // of finalizers, which libraries still have
    private static void collect() throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Reference<Object> garbage = new PhantomReference<>(new Object(), queue);
        try {
            System.gc();
            queue.remove(MOST_MILLIS_OF_A_COLLECTION);
            System.runFinalization();
        } finally {
            Reference.reachabilityFence(garbage);
        }
    }
}
