package io.nmt.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A sampled buffer was given back to its pool. */
@Name("nmt.PooledBufferReleaseSample")
@Label("Pooled Buffer Release Sample")
@Description("Release of a sampled buffer to its pool")
@StackTrace(true)
final class PooledBufferReleaseSample extends BufferEvent {
    @Label("Held for")
    @Description("Age of the buffer, in steps of 10 ms")
    @Timespan(Timespan.NANOSECONDS)
    long heldFor;

    @Label("Last Held By")
    @Description("Class that had it last; null if unknown")
    String lastIn;
}
