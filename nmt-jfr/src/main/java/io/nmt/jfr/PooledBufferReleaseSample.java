package io.nmt.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A sampled buffer was given back to its pool. */
@Name("nmt.PooledBufferReleaseSample")
@Label("Pooled Buffer Release Sample")
@Description("A buffer that was given back to its pool, one of those of which the call stack was taken when it was"
        + " taken")
@StackTrace(true)
final class PooledBufferReleaseSample extends BufferEvent {
    @Label("Held for")
    @Description("How long ago it was taken, in steps of 10 ms")
    @Timespan(Timespan.NANOSECONDS)
    long heldFor;

    @Label("Last In")
    @Description("The class of what had it last; null if that is not known")
    String lastIn;
}
