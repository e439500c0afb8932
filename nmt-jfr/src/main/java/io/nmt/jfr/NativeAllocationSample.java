package io.nmt.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.events.StackFilter;

/** A sampled block was allocated. */
@Name("nmt.NativeAllocationSample")
@Label("Native Allocation Sample")
@Description("A block of native memory that was allocated, one of those of which the call stack is taken")
@StackTrace(true)
@StackFilter({
    OurFrames.SAMPLE_EVENTS,
    OurFrames.UNSAFE_HOOKS,
    OurFrames.TRACKER,
    OurFrames.UNSAFE_ALLOCATE,
    OurFrames.UNSAFE_REALLOCATE,
    OurFrames.SUN_UNSAFE_ALLOCATE,
    OurFrames.SUN_UNSAFE_REALLOCATE
})
final class NativeAllocationSample extends SampleEvent {}
