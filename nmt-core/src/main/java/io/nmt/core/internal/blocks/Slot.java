package io.nmt.core.internal.blocks;

import java.lang.invoke.VarHandle;

/** The values of a slot of a {@link BlockTable}: an address, and behind it the record. */
final class Slot {
    /** The record of a kept slot. No block has it: there are not so many flags. */
    static final long KEPT = -1;

    private Slot() {}

    /**
     * The record of an address that was seen in a slot; {@link BlockRecord#NONE} if the slot was kept for it, and is
     * given back meanwhile: then the record may be another block's.
     */
    static long recordAt(long[] chunk, int slot, long address) {
        VarHandle.acquireFence();
        long entry = chunk[slot + 1];
        VarHandle.acquireFence();
        return chunk[slot] == address ? entry : BlockRecord.NONE;
    }
}
