package io.nmt.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A sampled block is freed. What it holds is what its allocation said: type, size, weight, call site. */
@Name("nmt.NativeFreeSample")
@Label("Native Free Sample")
@Description("Free of a sampled block of native memory")
@StackTrace(false)
final class NativeFreeSample extends SampleEvent {}
