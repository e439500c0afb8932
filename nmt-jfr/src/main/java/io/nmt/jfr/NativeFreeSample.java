package io.nmt.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.events.StackFilter;

/** A sampled block is freed. What it holds is what its allocation said: type, size, weight, call site. */
@Name("nmt.NativeFreeSample")
@Label("Native Free Sample")
@Description(
        "A block of native memory that is freed, one of those of which the call stack was taken when it was allocated")
@StackTrace(false)
@StackFilter({
    OurFrames.SAMPLE_EVENTS,
    OurFrames.UNSAFE_HOOKS,
    OurFrames.TRACKER,
    OurFrames.UNSAFE_FREE,
    OurFrames.UNSAFE_REALLOCATE,
    OurFrames.SUN_UNSAFE_FREE,
    OurFrames.SUN_UNSAFE_REALLOCATE
})
final class NativeFreeSample extends SampleEvent {}
