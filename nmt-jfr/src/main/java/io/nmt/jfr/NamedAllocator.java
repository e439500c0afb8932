package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** An allocator of a library that has a tree of them, to which the application has given a name. */
@Name("nmt.AllocatorUsage")
@Label("Allocator Usage")
@Description("What an allocator, one of a tree, has given out and not got back, as the library says. Other events count"
        + " this memory, too. Comes with nmt.PoolUsage")
final class NamedAllocator extends MemoryEvent {
    @Label("Rank")
    @Description("1 is a root; the events of one emission have the ranks from 1 on, each allocator before its children")
    int rank;

    @Label("Library")
    String library;

    @Label("Name")
    @Description("That the application has given it")
    String name;

    @Label("Depth")
    @Description("In its tree: 0 for a root. Its parent is the last one before it with one less")
    int depth;

    @Label("Given Out")
    @Description("By it and its children")
    @DataAmount(DataAmount.BYTES)
    long bytes;

    @Label("Peak")
    @Description("The most that it ever had given out")
    @DataAmount(DataAmount.BYTES)
    long peak;

    @Label("Limit")
    @Description("The most that it may give out; -1 if there is no limit")
    @DataAmount(DataAmount.BYTES)
    long limit;
}
