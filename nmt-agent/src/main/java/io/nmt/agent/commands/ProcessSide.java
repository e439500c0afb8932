package io.nmt.agent.commands;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.SampleNotes;
import io.nmt.report.document.TrackedSince;
import io.nmt.report.judge.Growth;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.Times;
import io.nmt.report.page.Card;
import io.nmt.report.page.Mark;
import io.nmt.report.page.PageFile;
import io.nmt.report.page.PageSampling;
import io.nmt.report.page.PageSide;
import io.nmt.report.page.SampledBlocks;
import io.nmt.report.page.Suspect;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryEvent;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.reading.ResidentReading;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The page's data of this process: its history, and its live memory. */
final class ProcessSide {
    private final long now;
    private final ZoneId zone;
    private final HistoryReading history;
    private final Growth growth;
    private final Sampling sampling;
    private final MemoryReading last;
    private final List<PageFile> files;
    private final Supplier<List<Card>> cards;

    /**
     * A side of given values.
     *
     * @param now milliseconds
     * @param cards makes them
     */
    ProcessSide(
            long now,
            ZoneId zone,
            HistoryReading history,
            Growth growth,
            Sampling sampling,
            MemoryReading last,
            List<PageFile> files,
            Supplier<List<Card>> cards) {
        this.now = now;
        this.zone = zone;
        this.history = history;
        this.growth = growth;
        this.sampling = sampling;
        this.last = last;
        this.files = files;
        this.cards = cards;
    }

    /** Reads it. */
    static PageSide read(String name) {
        long now = System.currentTimeMillis();
        HistoryReading history = HistoryReading.of(History.ofProcess(), 0);
        Growth growth = Growth.now(history);
        Sampling sampling = NativeMemory.sampling();
        ResidentReading resident = ResidentNow.readAll();
        List<SiteUsage> owners = TrackerReader.owners();
        MemoryReading last = new MemoryReading(
                NativeMemory.snapshot(),
                owners,
                resident == null ? null : resident.memory(),
                NativeMemory.handles(),
                growth.judged(NativeMemory.poolReading()));
        return new ProcessSide(
                        now,
                        ZoneId.systemDefault(),
                        history,
                        growth,
                        sampling,
                        last,
                        PageFile.of(NativeMemory.mappedFiles()),
                        () -> ProcessCards.of(growth, resident, last))
                .side(name);
    }

    PageSide side(String name) {
        List<HistoryPoint> points = history.points();
        List<Suspect> suspects = Suspect.of(growth, history, new Times(zone, now));
        return new PageSide(
                name,
                points.isEmpty() ? now : points.get(0).millis(),
                now,
                history,
                marks(),
                last,
                live(),
                new PageSampling(PageSampling.NONE, sampling.intervalBytes() == 1, samplesNote()),
                suspects,
                files,
                cards.get(),
                notes());
    }

    private List<Mark> marks() {
        List<Mark> marks = new ArrayList<>();
        for (HistoryEvent event : history.events()) {
            marks.add(new Mark(event.millis(), event.kind().mark(), event.text()));
        }
        return marks;
    }

    /** The live blocks, each as allocated at its age before now. */
    private SampledBlocks live() {
        List<Site> sites = new ArrayList<>();
        List<SampledBlocks.Row> rows = new ArrayList<>();
        for (SiteUsage usage : last.sites()) {
            rows.add(new SampledBlocks.Row(
                    SampledBlocks.NEVER,
                    SampledBlocks.NEVER,
                    sites.size(),
                    usage.liveCount(),
                    usage.liveBytes(),
                    Math.pow((double) usage.standardErrorBytes(), 2)));
            sites.add(usage.site());
        }
        return new SampledBlocks(sites, rows, 1);
    }

    private String samplesNote() {
        long interval = sampling.intervalBytes();
        if (interval == 0) {
            return "There are no samples: the agent runs with sample=0.";
        }
        return "Live memory at " + Instant.ofEpochMilli(now) + ", of any age. A flight recording also has the times of"
                + " allocations and frees. "
                + (interval == 1
                        ? SampleNotes.EVERY_BLOCK
                        : "Estimates from samples, one in " + Scale.group(interval) + " bytes on average; ± is one"
                                + " standard error.");
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        String since = TrackedSince.lines(sampling.coverage(), Instant.ofEpochMilli(now));
        if (!since.isEmpty()) {
            notes.add(since.strip().replaceAll("\\s+", " "));
        }
        notes.addAll(sampling.coverage().sentences());
        if (sampling.lostSamples() > 0) {
            notes.add("Lost samples: " + Scale.group(sampling.lostSamples()) + ".");
        }
        return notes;
    }
}
