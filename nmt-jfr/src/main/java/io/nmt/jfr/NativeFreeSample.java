package io.nmt.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A sampled block is freed. What it holds is what its allocation said: type, size, weight, call site. */
@Name("nmt.NativeFreeSample")
@Label("Native Free Sample")
@Description(
        "A block of native memory that is freed, one of those of which the call stack was taken when it was allocated")
@StackTrace(false)
final class NativeFreeSample extends SampleEvent {}
