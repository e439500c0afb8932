package io.nmt.report.document;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.PageKinds;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Component;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Readings to be compared. */
final class Compared {
    private Compared() {}

    static CategoryUsage usage(String name, long bytes) {
        return usage(name, bytes, 1);
    }

    static CategoryUsage usage(String name, long bytes, long count) {
        return new CategoryUsage(name, bytes, bytes, count, bytes, bytes, count);
    }

    static Snapshot snapshot(String time, CategoryUsage... usages) {
        long reserved = 0;
        long committed = 0;
        long count = 0;
        for (CategoryUsage usage : usages) {
            reserved += usage.reserved();
            committed += usage.committed();
            count += usage.count();
        }
        CategoryUsage total = new CategoryUsage("Total", reserved, committed, count, reserved, committed, count);
        return new Snapshot(Instant.parse(time), List.of(usages), total, false, 0, 0, 0);
    }

    static MemoryReading reading(CategoryUsage... usages) {
        return new MemoryReading(snapshot("1970-01-01T00:00:00Z", usages), List.of(), null);
    }

    static MemoryReading reading(List<SiteUsage> sites) {
        return new MemoryReading(reading(new CategoryUsage[0]).snapshot(), sites, null);
    }

    static MemoryReading reading(ResidentLine... lines) {
        return new MemoryReading(reading(new CategoryUsage[0]).snapshot(), List.of(), resident(7, lines));
    }

    /** Its frames are methods of one class with their lines, the innermost first. */
    static SiteUsage site(int id, String category, long bytes, long standardError, String... methodsAndLines) {
        List<Frame> frames = new ArrayList<>();
        for (String frame : methodsAndLines) {
            String[] parts = frame.split(":");
            frames.add(new Frame("a.B", parts[0], "B.java", Integer.parseInt(parts[1]), false));
        }
        Site site = new Site(id, category, frames, frames.get(0), false, FreedBy.PROGRAM);
        return SiteUsage.recorded(site, bytes, standardError, 1, bytes, 0);
    }

    static ResidentLine line(String component, long residentBytes) {
        return new ResidentLine(component, Component.CATEGORY, 0, 0, residentBytes, Accuracy.ESTIMATE, "");
    }

    static ResidentMemory resident(int threads, ResidentLine... lines) {
        long rss = 0;
        for (ResidentLine line : lines) {
            rss += line.residentBytes();
        }
        List<ResidentLine> all = List.of(lines);
        return new ResidentMemory(
                Instant.EPOCH, rss, rss, 0, PageKinds.NONE, threads, all, null, "glibc", 1, false, 1_000_000);
    }
}
