package io.nmt.core.internal.blocks;

import java.lang.invoke.VarHandle;

/**
 * The slot of a {@link BlockTable} that a thread inserted into last. While the slot is kept it is that thread's alone,
 * as long as the thread lives.
 */
public final class LastSlot {
    /*
     * An allocator tends to hand out the block that was freed last. So a thread that removes what is in this slot does
     * not give the slot back, but keeps it for the same address: the address stays, and the record says KEPT, so that
     * no thread claims the slot and none takes it for a block. If that address comes again, the thread has its slot
     * without a search and without the atomic operation that claiming takes: it writes the record. For any other
     * address it gives the slot back first.
     *
     * In between, another thread may have been given the address. If that block may be given to native code, the thread
     * finds the kept slot when it looks for an older record, and clears the address there. So no older record of a
     * block that native code has freed hides in another slot when this one is used without a search.
     */

    private static final long[] NO_CHUNK = new long[2];

    private long[] chunk = NO_CHUNK;
    private int index;

    // The address whose slot is kept, or 0.
    private long keptFor;

    // If the slot is one of a region: the address of the last block there, or else 0; and its word.
    private long denseFor;
    private long word;

    /** {@code chunk[index]} is where its address is, the record follows. */
    void set(long[] chunk, int index) {
        // Seldom another chunk, and storing a reference costs more than looking.
        if (this.chunk != chunk) {
            this.chunk = chunk;
        }
        this.index = index;
        if (denseFor != 0) {
            denseFor = 0;
        }
    }

    /** {@code chunk[index]} is the word of a block in a region. */
    void setDense(long[] chunk, int index, long address, long word) {
        if (this.chunk != chunk) {
            this.chunk = chunk;
        }
        this.index = index;
        this.word = word;
        denseFor = address;
    }

    /** The address of the last block, if it is still there, and not in a region. Racy: 0, or another block's. */
    long blockInLevels() {
        return denseFor == 0 && keptFor == 0 ? chunk[index] : 0;
    }

    /** Inserts if the slot is kept for that address. If it is not, or not any more, gives it back. */
    boolean insert(long address, long entry) {
        if (keptFor == address) {
            if (denseFor != 0) {
                return insertDense(address, entry);
            }
            // Read once: a fence makes the compiler forget fields.
            long[] words = chunk;
            int i = index;
            if (words[i] == address) {
                VarHandle.releaseFence();
                // Behind the call, which the end of a stack may strike: or no thread would ever use the slot.
                keptFor = 0;
                words[i + 1] = entry;
                return true;
            }
        }
        giveBack();
        return false;
    }

    private boolean insertDense(long address, long entry) {
        long[] words = chunk;
        int i = index;
        if (words[i] == DenseWord.kept(address) && DenseWord.fits(entry)) {
            long now = DenseWord.of(address, entry);
            VarHandle.releaseFence();
            keptFor = 0; // behind the last call
            word = now;
            words[i] = now;
            return true;
        }
        giveBack();
        return false;
    }

    /** Removes the address if this is its slot, and keeps the slot for it. */
    long remove(long address) {
        if (denseFor != 0) {
            return denseFor == address ? removeDense(address) : BlockRecord.NONE;
        }
        long[] words = chunk;
        int i = index;
        if (words[i] != address) {
            return BlockRecord.NONE;
        }
        long entry = Slot.recordAt(words, i, address);
        if (entry == Slot.KEPT || entry == BlockRecord.NONE) {
            return BlockRecord.NONE; // kept since it was freed: now it is not a block, or one that C has allocated
        }
        words[i + 1] = Slot.KEPT;
        keptFor = address;
        return entry;
    }

    /** Removes the block by its word alone: an equal word in the slot is the same block, inserted anew or not. */
    private long removeDense(long address) {
        long[] words = chunk;
        int i = index;
        if (keptFor != 0 || words[i] != word) {
            return BlockRecord.NONE;
        }
        long entry = DenseWord.record(word);
        long kept = DenseWord.kept(address);
        VarHandle.releaseFence();
        words[i] = kept;
        keptFor = address;
        return entry;
    }

    /** The record of the address if this is its slot. */
    long get(long address) {
        if (denseFor != 0) {
            return denseFor == address && keptFor == 0 && chunk[index] == word
                    ? DenseWord.record(word)
                    : BlockRecord.NONE;
        }
        long[] words = chunk;
        int i = index;
        if (words[i] != address) {
            return BlockRecord.NONE;
        }
        long entry = Slot.recordAt(words, i, address);
        return entry == Slot.KEPT ? BlockRecord.NONE : entry;
    }

    /** Lets others use the slot if it is kept. Also called by another thread, when this one has ended. */
    public void giveBack() {
        if (keptFor != 0) {
            long[] words = chunk;
            int i = index;
            words[i] = 0;
            if (denseFor != 0) {
                keptFor = 0;
                return;
            }
            VarHandle.releaseFence();
            words[i + 1] = BlockRecord.NONE;
            keptFor = 0; // last: where the end of a stack strikes, it is done again
        }
    }
}
