package io.nmt.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A sampled block was allocated. */
@Name("nmt.NativeAllocationSample")
@Label("Native Allocation Sample")
@Description("A sampled allocation of native memory, with its call stack")
@StackTrace(true)
final class NativeAllocationSample extends SampleEvent {}
