package io.nmt.report.page;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import io.nmt.report.malloc.MallocContext;
import io.nmt.report.malloc.MallocProfile;
import io.nmt.report.malloc.MallocStack;
import io.nmt.report.malloc.NativeFrame;
import io.nmt.report.malloc.ProfileFindings;
import io.nmt.report.model.MadeReading;
import io.nmt.report.model.Urgency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Async-profiler's records of malloc, for the page. */
public final class MallocCourse {
    private MallocCourse() {}

    /**
     * The findings.
     *
     * @param profile that was recorded
     * @return a card for each
     */
    public static List<Card> cards(MallocProfile profile) {
        List<Card> cards = new ArrayList<>();
        for (String finding : ProfileFindings.of(profile, MallocContext.NONE)) {
            cards.add(new Card(Urgency.NOTE, finding, "#samples"));
        }
        return cards;
    }

    /**
     * The course of a recording in which nothing else is of interest.
     *
     * @param profile that was recorded
     * @return with what was malloced and not freed, by library, as of some time before its end
     */
    public static RecordedCourse of(MallocProfile profile) {
        return new RecordedCourse(
                null,
                new PageProcess(PageProcess.UNKNOWN, null, null),
                profile.begin().toEpochMilli(),
                profile.end().toEpochMilli(),
                List.of(),
                Map.of(),
                List.of(),
                samples(profile),
                MadeReading.NONE,
                profile.intervalBytes(),
                0,
                profile.cutOff(),
                List.of(),
                RecordedResident.NONE,
                RecordedJvmMemory.NONE);
    }

    /**
     * Memory that was malloced and not freed.
     *
     * @param profile that was recorded
     * @return by library, as of some time before its end
     */
    public static SampledBlocks samples(MallocProfile profile) {
        List<Site> sites = new ArrayList<>();
        List<SampledBlocks.Row> rows = new ArrayList<>();
        for (MallocStack stack : profile.stacks()) {
            if (stack.bytes() > 0) {
                rows.add(new SampledBlocks.Row(
                        SampledBlocks.NEVER,
                        SampledBlocks.NEVER,
                        sites.size(),
                        Math.max(0, stack.blocks()),
                        stack.bytes(),
                        stack.variance()));
                sites.add(site(stack));
            }
        }
        return new SampledBlocks(sites, rows, 1);
    }

    /** With native frames above those of Java. */
    private static Site site(MallocStack stack) {
        List<Frame> frames = new ArrayList<>();
        for (NativeFrame frame : stack.nativeFrames()) {
            String symbol = frame.symbol().isEmpty() ? "?" : frame.symbol();
            frames.add(new Frame(frame.library(), symbol, null, Frame.NATIVE, false));
        }
        frames.addAll(stack.site().frames());
        Frame leading = frames.isEmpty() ? null : frames.get(0);
        return new Site(0, stack.library(), frames, leading, false, FreedBy.UNKNOWN);
    }
}
