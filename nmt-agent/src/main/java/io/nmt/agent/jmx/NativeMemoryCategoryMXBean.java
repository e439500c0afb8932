package io.nmt.agent.jmx;

/**
 * One category of native memory, {@code io.nmt:type=NativeMemory,category=...}, as the JVM's own pools of buffers are
 * ({@code java.nio:type=BufferPool,name=...}). Bytes are plain numbers. Thread-safe.
 */
@Description("One category of native memory outside the Java heap.")
public interface NativeMemoryCategoryMXBean {
    /**
     * The category.
     *
     * @return its name, as in reports
     */
    @Description("The category's name, as in reports and events.")
    String getName();

    /**
     * Address space held now.
     *
     * @return bytes
     */
    @Description("Bytes of address space that are held now.")
    long getReserved();

    /**
     * Live bytes, as requested.
     *
     * @return bytes
     */
    @Description("Bytes that are held now, as they were requested.")
    long getCommitted();

    /**
     * Live blocks.
     *
     * @return their number
     */
    @Description("Live blocks.")
    long getCount();

    /**
     * The most that was ever reserved.
     *
     * @return bytes
     */
    @Description("Most bytes ever reserved.")
    long getPeakReserved();

    /**
     * The most that was ever committed.
     *
     * @return bytes
     */
    @Description("Most bytes ever committed: at least. ExactPeaks of the bean of all categories has the bound.")
    long getPeakCommitted();

    /**
     * The live blocks when committed bytes were at their peak.
     *
     * @return their number
     */
    @Description("Live blocks when committed bytes were at their peak.")
    long getCountAtPeak();
}
