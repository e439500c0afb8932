package io.nmt.core.model;

/** Is shown the live blocks, in no particular order. */
@FunctionalInterface
public interface BlockVisitor {
    /**
     * Called once for each block.
     *
     * @param address where the block starts
     * @param bytes as they were requested
     * @param category of the block
     */
    void block(long address, long bytes, Category category);
}
