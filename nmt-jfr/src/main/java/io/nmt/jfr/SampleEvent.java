package io.nmt.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.MemoryAddress;
import jdk.jfr.SettingDefinition;
import jdk.jfr.internal.RemoveFields;

/** What the events of one sampled block have in common. They happen on the thread that allocates or frees it. */
@Category({"Java Virtual Machine", "Memory"})
@RemoveFields("duration")
abstract class SampleEvent extends Event {
    @Label("Memory Type")
    @Description("What the memory is used for")
    String type;

    @Label("Size")
    @Description("Size of the block, as it was requested")
    @DataAmount(DataAmount.BYTES)
    long size;

    @Label("Weight")
    @Description("How much memory this sample stands for, its own block included: an estimate without bias")
    @DataAmount(DataAmount.BYTES)
    long weight;

    @Label("Address")
    @Description("Where the block starts")
    @MemoryAddress
    long address;

    @Label("Call Site")
    @Description("Number of the call site, as in nmt.NativeMemorySite")
    int site;

    /**
     * Whether the block is large enough.
     *
     * @param setting what is set
     * @return true if the event is to be emitted
     */
    @SettingDefinition
    @Label("Minimum Size")
    @Description("Blocks smaller than this are left out, for example 1 MB")
    boolean minimumSize(MinimumSize setting) {
        return size >= setting.bytes();
    }

    void fill(String category, int siteId, long blockAddress, long bytes, double samplingWeight) {
        type = category;
        site = siteId;
        address = blockAddress;
        size = bytes;
        weight = Math.round(bytes * samplingWeight);
    }
}
