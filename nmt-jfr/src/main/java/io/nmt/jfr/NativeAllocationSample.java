package io.nmt.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A sampled block was allocated. */
@Name("nmt.NativeAllocationSample")
@Label("Native Allocation Sample")
@Description("A block of native memory that was allocated, one of those of which the call stack is taken")
@StackTrace(true)
final class NativeAllocationSample extends SampleEvent {}
