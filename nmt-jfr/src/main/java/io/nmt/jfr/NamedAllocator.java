package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** An allocator of a library that has a tree of them, to which the application has given a name. */
@Name("nmt.AllocatorUsage")
@Label("Allocator Usage")
@Description("Live memory of an allocator, one of a tree, by the count of its library. Other events count it, "
        + "too. Comes with nmt.PoolUsage")
final class NamedAllocator extends MemoryEvent {
    @Label("Rank")
    @Description("1 is a root; the events of one emission have the ranks from 1 on, each allocator before its children")
    int rank;

    @Label("Library")
    String library;

    @Label("Name")
    @Description("Name given by the application")
    String name;

    @Label("Depth")
    @Description("Depth in its tree: 0 for a root. Its parent is the last one before it with one less")
    int depth;

    @Label("Given Out")
    @Description("Live memory of it and its children")
    @DataAmount(DataAmount.BYTES)
    long bytes;

    @Label("Peak")
    @Description("Most memory that it ever had given out")
    @DataAmount(DataAmount.BYTES)
    long peak;

    @Label("Limit")
    @Description("Most memory that it may give out; -1 for no limit")
    @DataAmount(DataAmount.BYTES)
    long limit;
}
