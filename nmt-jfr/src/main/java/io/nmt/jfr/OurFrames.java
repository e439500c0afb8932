package io.nmt.jfr;

/**
 * What stands between the code that allocates and the event, as JFR's filter of frames has it: from JDK 22 on, the stacks of
 * samples are without it. The filter knows no wildcards.
 */
final class OurFrames {
    static final String SAMPLE_EVENTS = "io.nmt.jfr.SampleEvents";
    static final String UNSAFE_HOOKS = "io.nmt.core.hooks.UnsafeHooks";
    static final String TRACKER = "io.nmt.core.tracker.Tracker";

    static final String UNSAFE_ALLOCATE = "jdk.internal.misc.Unsafe::allocateMemory";
    static final String UNSAFE_REALLOCATE = "jdk.internal.misc.Unsafe::reallocateMemory";
    static final String UNSAFE_FREE = "jdk.internal.misc.Unsafe::freeMemory";
    static final String SUN_UNSAFE_ALLOCATE = "sun.misc.Unsafe::allocateMemory";
    static final String SUN_UNSAFE_REALLOCATE = "sun.misc.Unsafe::reallocateMemory";
    static final String SUN_UNSAFE_FREE = "sun.misc.Unsafe::freeMemory";

    private OurFrames() {}
}
