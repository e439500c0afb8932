package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;

/** The live platform threads with one pattern of names that one line of code started. */
@Name("nmt.StartedThreads")
@Label("Started Threads")
@Description("Live platform threads with one pattern of names that one line of code started")
@Period("everyChunk")
final class StartedThreadsEvent extends MadeEvent {
    @Label("Rank")
    @Description("1 for the group with most threads")
    int rank;

    @Label("Name")
    @Description("N stands for numbers that differ")
    String threadName;

    @Label("Threads")
    long live;

    @Label("Runnable")
    @Description("Those that run, or are in native code")
    long runnable;

    @Label("Idle")
    @Description("Those of executors that wait for a task")
    long idle;

    @Label("Executors")
    @Description("The thread pool executors whose threads they are")
    long executors;

    @Label("Open Executors")
    @Description("Executors that were not shut down")
    long openExecutors;

    @Label("Pooled")
    @Description("Threads of executors that have several of these threads, and a limit of them")
    long pooled;

    @Label("Stacks")
    @Description("Resident bytes of their stacks, an estimate by the mean of all threads; -1 if unknown")
    @DataAmount
    long stackBytes;
}
