package io.nmt.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.events.StackFilter;
import jdk.jfr.internal.RemoveFields;

/**
 * The common part of events of one sampled buffer. They happen on the thread that gets or releases it. From JDK 22 on,
 * their stacks are without the tracker's frames.
 */
@Category({"Java Virtual Machine", "Memory"})
@RemoveFields("duration")
@StackFilter({
    "java.lang.NmtHooks",
    "io.nmt.core.internal.libraries.BufferHooks",
    "io.nmt.core.internal.libraries.PooledBuffers",
    "io.nmt.core.internal.libraries.LateBuffers",
    "io.nmt.jfr.BufferEvents"
})
abstract class BufferEvent extends Event {
    @Label("Kind of Pool")
    String type;

    @Label("Size")
    @Description("Bytes of the buffer in its pool")
    @DataAmount(DataAmount.BYTES)
    long size;

    @Label("Weight")
    @Description("Memory that this sample stands for, its own included: an estimate without bias")
    @DataAmount(DataAmount.BYTES)
    long weight;

    @Label("Buffer")
    @Description("Number of the sample: the same in nmt.PooledBufferSample and nmt.PooledBufferReleaseSample")
    long buffer;

    @Label("Call Site")
    @Description("Number of the call site, as in nmt.PooledBufferSite")
    int site;

    void fill(String kind, int callSite, long number, long bytes, double samplingWeight) {
        type = kind;
        site = callSite;
        buffer = number;
        size = bytes;
        weight = Math.round(bytes * samplingWeight);
    }
}
