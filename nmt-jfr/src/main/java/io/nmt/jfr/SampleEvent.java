package io.nmt.jfr;

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
 * The common part of events of one sampled block. They happen on the thread that allocates or frees it. From JDK 22 on,
 * their stacks are without the frames between the code that allocates and the event; JFR's filter knows no wildcards.
 */
@Category({"Java Virtual Machine", "Memory"})
@RemoveFields("duration")
@StackFilter({
    "java.lang.NmtHooks",
    "io.nmt.core.NativeMemory",
    "io.nmt.core.LiveBlocks",
    "io.nmt.core.NativeHeap",
    "io.nmt.core.TrackedAllocator",
    "io.nmt.core.UnsafeHeap",
    "io.nmt.core.internal.hooks.MappingHooks",
    "io.nmt.core.internal.hooks.Mappings",
    "io.nmt.core.internal.hooks.Mappings$Changes",
    "io.nmt.core.internal.hooks.UnsafeHooks",
    "io.nmt.core.internal.hooks.ZipHooks",
    "io.nmt.core.internal.libraries.JnaHooks",
    "io.nmt.core.internal.linker.LinkerAdapter",
    "io.nmt.core.internal.linker.LinkerCalls",
    "io.nmt.core.internal.linker.LinkerDispatch",
    "io.nmt.core.internal.linker.LinkerMappings",
    "io.nmt.core.internal.linker.LinkerSegments",
    "io.nmt.core.internal.sites.Samples",
    "io.nmt.core.internal.tracker.Tracker",
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
    @Description("Use of the memory")
    String type;

    @Label("Size")
    @Description("Size of the block, as it was requested")
    @DataAmount(DataAmount.BYTES)
    long size;

    @Label("Weight")
    @Description("Memory that this sample stands for, its own block included: an estimate without bias")
    @DataAmount(DataAmount.BYTES)
    long weight;

    @Label("Address")
    @Description("Address of the block")
    @MemoryAddress
    long address;

    @Label("Call Site")
    @Description("Number of the call site, as in nmt.NativeMemorySite")
    int site;

    @Label("Scope")
    @Description("The named scope where the block was allocated; missing if there was none")
    String scope;

    /**
     * True if the block is large enough.
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

    void fill(String category, int callSite, long blockAddress, long bytes, double samplingWeight, String namedScope) {
        type = category;
        site = callSite;
        scope = namedScope;
        address = blockAddress;
        size = bytes;
        weight = Math.round(bytes * samplingWeight);
    }
}
