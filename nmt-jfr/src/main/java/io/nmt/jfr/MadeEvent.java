package io.nmt.jfr;

import io.nmt.core.model.HandleSite;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Timespan;

/** The common part of events on objects that one line of code has made: the line, and its growth. */
abstract class MadeEvent extends MemoryEvent {
    @Label("Top Frame")
    @Description("The innermost frame outside the JDK and outside known libraries, of the line that created them")
    String topFrame;

    @Label("Library Frame")
    @Description("The frame of another library that the top frame led to")
    String libraryFrame;

    @Label("Stack")
    @Description("The call site's frames, the innermost first, separated by semicolons")
    String stack;

    @Label("Objects of Call Site")
    @Description("Live ones that were created there: an estimate from samples")
    long siteLive;

    @Label("Standard Error of Call Site")
    @Description("Standard error of these; 0 if exact")
    long siteStandardError;

    @Label("Oldest Age of Call Site")
    @Description("For how long the oldest of these has lived")
    @Timespan(Timespan.NANOSECONDS)
    long siteOldestAge;

    @Label("Growth of Call Site")
    @Description("Rise of the floor of these per minute; negative if it falls")
    long siteGrowth;

    @Label("Standard Error of Growth")
    @Description("Standard error, or a little more; 0 if exact")
    long siteGrowthError;

    @Label("Growing for")
    @Description("For how long the call site has been growing, about; 0 if it is not known to grow")
    @Timespan(Timespan.NANOSECONDS)
    long siteGrowingFor;

    final void setLine(HandleSite line) {
        topFrame = line.site().toString();
        libraryFrame = SiteEvents.libraryFrame(line.site());
        stack = SiteEvents.stack(line.site());
        siteLive = line.open();
        siteStandardError = line.standardError();
        siteOldestAge = line.oldestAgeNanos();
        siteGrowth = line.growthPerMinute();
        siteGrowthError = line.growthErrorPerMinute();
        siteGrowingFor = line.growingForNanos();
    }
}
