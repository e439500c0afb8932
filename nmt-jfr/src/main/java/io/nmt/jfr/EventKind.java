package io.nmt.jfr;

/** The kinds of our events, by the names that settings know them by. */
enum EventKind {
    USAGE(1 << 0, "nmt.NativeMemoryUsage"),
    TOTAL(1 << 1, "nmt.NativeMemoryUsageTotal"),
    PEAK(1 << 2, "nmt.NativeMemoryUsagePeak"),
    TOTAL_PEAK(1 << 3, "nmt.NativeMemoryUsageTotalPeak"),
    TRACKING(1 << 4, "nmt.NativeMemoryTracking"),
    SITE(1 << 5, "nmt.NativeMemorySite"),
    RESIDENT(1 << 6, "nmt.ResidentMemory"),
    PRESSURE(1 << 7, "nmt.MemoryPressure"),
    ALLOCATION_SAMPLE(1 << 8, "nmt.NativeAllocationSample"),
    FREE_SAMPLE(1 << 9, "nmt.NativeFreeSample"),
    HANDLES(1 << 10, "nmt.NativeHandles"),
    POOLS(1 << 11, "nmt.PoolUsage"),
    POOLED_SITE(1 << 12, "nmt.PooledBufferSite"),
    POOLED_SAMPLE(1 << 13, "nmt.PooledBufferSample"),
    POOLED_RELEASE(1 << 14, "nmt.PooledBufferReleaseSample"),
    ALLOCATORS(1 << 15, "nmt.AllocatorUsage"),
    PROCESS(1 << 16, "nmt.ProcessMemory"),
    FACTS(1 << 17, "nmt.ResidentFacts"),
    FILES(1 << 18, "nmt.MappedFile"),
    THREADS(1 << 19, "nmt.StartedThreads"),
    LOADERS(1 << 20, "nmt.ClassLoaders"),
    SCOPE(1 << 21, "nmt.NativeMemoryScope"),
    JVM(1 << 22, "nmt.JvmMemory"),
    GROWTH(1 << 23, "nmt.Growth");

    /** All of them, as bits. */
    static final int ALL = (1 << 24) - 1;

    private static final EventKind[] KINDS = values();

    private final int bit;
    private final String eventName;

    EventKind(int bit, String eventName) {
        this.bit = bit;
        this.eventName = eventName;
    }

    /** One bit of its own. */
    int bit() {
        return bit;
    }

    /** Its name in settings. */
    String eventName() {
        return eventName;
    }

    /**
     * The kind of that name.
     *
     * @param eventName as in settings
     * @return its bit; 0 if it is none of ours
     */
    static int bit(String eventName) {
        for (EventKind kind : KINDS) {
            if (kind.eventName.equals(eventName)) {
                return kind.bit;
            }
        }
        return 0;
    }
}
