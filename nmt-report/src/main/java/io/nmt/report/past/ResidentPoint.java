package io.nmt.report.past;

import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A reading of resident memory, as far as later ones are compared with it. Immutable.
 *
 * @param nanoTime of the reading, by {@link System#nanoTime}
 * @param rssBytes resident set size
 * @param livedBytes what the last collections had left in the Java heap; 0 if that is not known
 * @param mappings regions of the address space; negative if that is not known
 * @param arenas of glibc's malloc; 0 if that is not known
 * @param lines resident bytes by component, and the figures of the cgroup
 */
public record ResidentPoint(
        long nanoTime, long rssBytes, long livedBytes, int mappings, int arenas, Map<String, Long> lines) {
    private static final int UNKNOWN = -1;
    private static final String CGROUP = "cgroup.";

    /** As it was read: copied. */
    public ResidentPoint {
        lines = Map.copyOf(lines);
    }

    /**
     * The point of a reading with what collections have told.
     *
     * @param memory the lines
     * @param nanoTime of the reading
     * @param livedBytes as above
     * @param mappings as above
     * @return what is kept of it
     */
    public static ResidentPoint of(ResidentMemory memory, long nanoTime, long livedBytes, int mappings) {
        Map<String, Long> lines = new LinkedHashMap<>();
        for (ResidentLine line : memory.lines()) {
            lines.merge(line.component(), line.residentBytes(), Long::sum);
        }
        memory.cgroup().figures().forEach((figure, value) -> lines.put(CGROUP.concat(figure.key()), value));
        if (memory.unmappedSharedBytes() >= 0) {
            lines.put(CGROUP.concat(CgroupFigure.SHARED.key()), memory.unmappedSharedBytes());
        }
        return new ResidentPoint(nanoTime, memory.rssBytes(), livedBytes, mappings, memory.arenas(), lines);
    }

    /**
     * The point of a reading of the lines alone.
     *
     * @param memory the lines
     * @param nanoTime of the reading
     * @return what is kept of it
     */
    public static ResidentPoint of(ResidentMemory memory, long nanoTime) {
        return of(memory, nanoTime, 0, UNKNOWN);
    }

    /**
     * A figure of the cgroup.
     *
     * @param figure any; shared memory is without what this process maps
     * @return negative if it is not known
     */
    public long cgroup(CgroupFigure figure) {
        return lines.getOrDefault(CGROUP.concat(figure.key()), (long) UNKNOWN);
    }

    /**
     * The bytes of a line.
     *
     * @param component its name
     * @return 0 if there is no such line
     */
    public long residentBytes(String component) {
        return lines.getOrDefault(component, 0L);
    }
}
