package io.nmt.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A sampled buffer was taken from a pool. */
@Name("nmt.PooledBufferSample")
@Label("Pooled Buffer Sample")
@Description("A buffer that was taken from a pool, one of those of which the call stack is taken")
@StackTrace(true)
final class PooledBufferSample extends BufferEvent {}
