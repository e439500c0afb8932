package io.nmt.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** A statement of the process on what grows, or grew and has stopped: its past may be older than the recording. */
@Name("nmt.Growth")
@Label("Growth")
@Description("Statements on growth, as the command leaks shows them")
final class GrowthEvent extends MemoryEvent {
    @Label("Rank")
    @Description("1 for the most important one")
    int rank;

    @Label("Statement")
    @Description("The sentence that commands show")
    String text;

    @Label("Kind")
    @Description("LEAK, GROWING, HELD, NORMAL or UNKNOWN")
    String kind;

    @Label("Subject")
    @Description("SITE, CATEGORY, HANDLE, THREAD, LOADER, FIGURE, COMPONENT, COUNT, CGROUP or PROCESS")
    String subject;

    @Label("Name")
    @Description("A line of code, a category, a class, a pattern of names or a figure")
    String name;

    @Label("Place")
    @Description("The category of a line of code; the line of code of handles, threads and class loaders")
    String place;

    @Label("Library Frame")
    @Description("The frame of a library that the line led to")
    String libraryFrame;

    @Label("Amount")
    @Description("Bytes, or a count of handles, threads or class loaders; -1 if unknown")
    long amount;

    @Label("Standard Error")
    @Description("Standard error of the amount; 0 if exact")
    long standardError;

    @Label("Growth")
    @Description("Growth of the amount per minute; 0 if it has stopped")
    long growth;

    @Label("Standard Error of Growth")
    long growthError;

    @Label("Growing for")
    @Description("Since the growth began, about; also if it has stopped. -1 if unknown")
    @Timespan(Timespan.MILLISECONDS)
    long age;

    @Label("Evidence")
    @Description("Figures that the statement rests on: NAME=value, and whose they are, separated by semicolons")
    String evidence;
}
