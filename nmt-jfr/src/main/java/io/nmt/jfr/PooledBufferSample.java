package io.nmt.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A sampled buffer was taken from a pool. */
@Name("nmt.PooledBufferSample")
@Label("Pooled Buffer Sample")
@Description("A sampled allocation of a buffer from a pool, with its call stack")
@StackTrace(true)
final class PooledBufferSample extends BufferEvent {}
