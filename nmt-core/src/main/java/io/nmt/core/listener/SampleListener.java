package io.nmt.core.listener;

/**
 * Is told of sampled blocks, on the thread that allocates or frees them, inside a hook: it must not wait. What it
 * throws is caught, and what it allocates itself is not sampled.
 */
public interface SampleListener {
    /**
     * A sampled block was allocated.
     *
     * @param category of the block
     * @param site number of the call site
     * @param address where the block starts
     * @param bytes of the block
     * @param weight how many blocks of that size the sample stands for, at least 1
     * @param scope the named scope where it was allocated; null for none
     */
    void allocated(String category, int site, long address, long bytes, double weight, String scope);

    /**
     * A sampled block is about to be freed.
     *
     * @param category of the block
     * @param site number of the call site where it was allocated
     * @param address where the block starts
     * @param bytes of the block
     * @param weight how many blocks of that size the sample stands for, at least 1
     * @param scope the named scope where it was allocated; null for none
     */
    void freed(String category, int site, long address, long bytes, double weight, String scope);
}
