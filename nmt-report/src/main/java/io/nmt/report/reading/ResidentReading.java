package io.nmt.report.reading;

import io.nmt.core.model.Snapshot;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.reading.division.HugePages;
import io.nmt.report.reading.sources.DirectBuffers;
import io.nmt.report.reading.sources.JvmFigures;
import io.nmt.report.reading.sources.LastProfile;
import io.nmt.report.reading.sources.LastTrim;
import io.nmt.report.reading.sources.Limits;
import java.util.List;
import java.util.Map;

/**
 * All that one reading of resident memory has found: the lines, and what verdicts and advice need beside them. Nothing
 * more is read to judge it. Immutable.
 *
 * @param memory the lines
 * @param files that are mapped, by path, those with most in memory first
 * @param facts the rest
 */
public record ResidentReading(ResidentMemory memory, List<ResidentFile> files, Facts facts) {
    /** As it was read: copied. */
    public ResidentReading {
        files = List.copyOf(files);
    }

    /** Bytes of the Java heap after the last collections; 0 if they did not cover all of it. */
    public long livedBytes() {
        JvmFigures jvm = facts.jvm();
        return jvm.heapNotCollectedBytes() > 0 ? 0 : jvm.heapAfterCollectionBytes();
    }

    /**
     * True if the agent was there at start: Java code has then no unseen memory.
     *
     * @return false also where that is not known
     */
    public boolean fromStart() {
        return facts.snapshot().coverage().fromStart();
    }

    /**
     * The facts beside the lines that verdicts and advice use. For this package's own use.
     *
     * @param nanoTime of the reading, by {@link System#nanoTime}
     * @param snapshot of the tracker
     * @param sites of each category, the one that holds most
     * @param jvm what its beans say
     * @param limits what the process may have
     * @param direct the JVM's own count of direct buffers
     * @param trimmed what malloc_trim has last done in this process; null if it was not asked for
     * @param profile what the last profile of malloc has found; null if there was none
     * @param mappings how many regions it has
     * @param hugeBytes in huge pages that the system chose itself, by {@link HugePages}
     */
    public record Facts(
            long nanoTime,
            Snapshot snapshot,
            Map<String, TopSite> sites,
            JvmFigures jvm,
            Limits limits,
            DirectBuffers direct,
            LastTrim trimmed,
            LastProfile profile,
            int mappings,
            Map<HugePages, Long> hugeBytes) {
        public Facts {
            sites = Map.copyOf(sites);
            hugeBytes = Map.copyOf(hugeBytes);
        }
    }

    /**
     * The call site that holds most of a category.
     *
     * @param name as reports show it
     * @param part of the category's allocated bytes, as samples say, from 0 to 1
     */
    public record TopSite(String name, double part) {}
}
