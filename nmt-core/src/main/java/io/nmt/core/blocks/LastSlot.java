package io.nmt.core.blocks;

import java.lang.invoke.VarHandle;

/**
 * The slot of a {@link BlockTable} that a thread inserted into last. It belongs to that thread: nobody else may use it while
 * the thread lives.
 */
public final class LastSlot {
    /*
     * An allocator tends to hand out the block that was freed last. So a thread that removes what is in this slot does not
     * give the slot back, but keeps it for the same address: the slot's record stays, so that nobody claims it, and its
     * address is cleared, so that nobody finds it. If that address comes again, the thread has its slot without a search and
     * without the atomic operation that claiming takes; for any other address it gives the slot back first.
     */
    private static final long[] NO_CHUNK = new long[2];

    private long[] chunk = NO_CHUNK;
    private int index;

    // The address whose slot is kept, or 0.
    private long keptFor;

    /** {@code chunk[index]} is where its address is, the record follows. */
    void set(long[] chunk, int index) {
        // Seldom another chunk, and storing a reference costs more than looking.
        if (this.chunk != chunk) {
            this.chunk = chunk;
        }
        this.index = index;
    }

    /** Inserts if the slot is kept for that address. If it is kept for another one, gives it back. */
    boolean insert(long address, long entry) {
        if (keptFor == address) {
            // Read once: a fence makes the compiler forget fields.
            long[] words = chunk;
            int i = index;
            keptFor = 0;
            words[i + 1] = entry;
            VarHandle.releaseFence();
            words[i] = address;
            return true;
        }
        giveBack();
        return false;
    }

    /** Removes the address if this is its slot, and keeps the slot for it. */
    long remove(long address) {
        long[] words = chunk;
        int i = index;
        if (words[i] != address) {
            return BlockRecord.NONE;
        }
        VarHandle.acquireFence();
        long entry = words[i + 1];
        words[i] = 0;
        keptFor = address;
        return entry;
    }

    /** Lets others use the slot if it is kept. Also called by another thread, when this one has ended. */
    public void giveBack() {
        if (keptFor != 0) {
            keptFor = 0;
            VarHandle.releaseFence();
            chunk[index + 1] = BlockRecord.NONE;
        }
    }
}
