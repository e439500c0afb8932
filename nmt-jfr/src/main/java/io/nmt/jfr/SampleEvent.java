package io.nmt.jfr;

import io.nmt.core.sites.CallSite;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.MemoryAddress;
import jdk.jfr.SettingDefinition;
import jdk.jfr.events.StackFilter;
import jdk.jfr.internal.RemoveFields;

/**
 * What the events of one sampled block have in common. They happen on the thread that allocates or frees it. From JDK
 * 22 on, their stacks are without what stands between the code that allocates and the event; JFR's filter knows no
 * wildcards.
 */
@Category({"Java Virtual Machine", "Memory"})
@RemoveFields("duration")
@StackFilter({
    "io.nmt.core.NativeMemory",
    "io.nmt.core.alloc.LiveBlocks",
    "io.nmt.core.alloc.NativeHeap",
    "io.nmt.core.alloc.TrackedAllocator",
    "io.nmt.core.alloc.UnsafeHeap",
    "io.nmt.core.hooks.MappingHooks",
    "io.nmt.core.hooks.Mappings",
    "io.nmt.core.hooks.Mappings$Changes",
    "io.nmt.core.hooks.UnsafeHooks",
    "io.nmt.core.hooks.ZipHooks",
    "io.nmt.core.libraries.JnaHooks",
    "io.nmt.core.linker.LinkerAdapter",
    "io.nmt.core.linker.LinkerCalls",
    "io.nmt.core.linker.LinkerDispatch",
    "io.nmt.core.linker.LinkerMappings",
    "io.nmt.core.linker.LinkerSegments",
    "io.nmt.core.sites.Samples",
    "io.nmt.core.tracker.Tracker",
    "io.nmt.jfr.SampleEvents",
    "jdk.internal.misc.Unsafe::allocateMemory",
    "jdk.internal.misc.Unsafe::freeMemory",
    "jdk.internal.misc.Unsafe::reallocateMemory",
    "sun.misc.Unsafe::allocateMemory",
    "sun.misc.Unsafe::freeMemory",
    "sun.misc.Unsafe::reallocateMemory"
})
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

    void fill(CallSite callSite, long blockAddress, long bytes, double samplingWeight) {
        type = callSite.category();
        site = callSite.id();
        address = blockAddress;
        size = bytes;
        weight = Math.round(bytes * samplingWeight);
    }
}
