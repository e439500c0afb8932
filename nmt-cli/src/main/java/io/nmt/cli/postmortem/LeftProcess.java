package io.nmt.cli.postmortem;

import io.nmt.cli.postmortem.Remains.Crash;
import io.nmt.cli.postmortem.Remains.Pressure;
import io.nmt.cli.postmortem.Remains.Recorded;
import io.nmt.cli.postmortem.Remains.Termination;
import io.nmt.cli.postmortem.Remains.Together;
import io.nmt.report.document.JvmParts;
import io.nmt.report.document.Table;
import io.nmt.report.model.Statement;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** All that is left of one process. Not thread-safe. */
final class LeftProcess {
    private static final Duration OVERLAP = Duration.ofSeconds(1);
    private static final Duration SAME_MOMENT = Duration.ofSeconds(3);
    private static final Duration SAME_MOMENT_BEFORE = SAME_MOMENT.negated();

    private ProcessIdentity process;
    private final List<Remains> remains = new ArrayList<>();
    private List<Pressure> pressures; // null until they are asked for
    private Together recorded; // null until it is asked for

    private LeftProcess(ProcessIdentity process) {
        this.process = process;
    }

    /**
     * Puts together what is of one process: by its id, and by when it started where both tell. What tells neither, as
     * a report without its twin, is of the last process of that id which had started by then.
     *
     * @return the one with the last sign of life first
     */
    static List<LeftProcess> of(List<Remains> found) {
        List<LeftProcess> all = new ArrayList<>();
        List<Remains> ordered = new ArrayList<>(found);
        // Those that tell most of their process first.
        ordered.sort(Comparator.comparing((Remains one) -> one.process().pid() == 0)
                .thenComparing(one -> one.process().started() == null)
                .thenComparing(one -> one.time() == null ? Instant.MAX : one.time()));
        for (Remains one : ordered) {
            LeftProcess its = null;
            for (LeftProcess ended : all) {
                boolean earlierThanIt = its == null || after(ended.process.started(), its.process.started());
                if (ended.fits(one) && earlierThanIt) {
                    its = ended;
                }
            }
            if (its == null && !(one instanceof Termination)) {
                its = new LeftProcess(one.process());
                all.add(its);
            }
            if (its != null) {
                its.add(one);
            }
        }
        addUnclaimed(all, ordered);
        all.sort(Comparator.comparing(LeftProcess::lastSign, Comparator.nullsFirst(Comparator.naturalOrder()))
                .reversed());
        return all;
    }

    /** A termination log that names no process is the only one's, or one of its own. */
    private static void addUnclaimed(List<LeftProcess> all, List<Remains> ordered) {
        Set<Remains> claimed = Collections.newSetFromMap(new IdentityHashMap<>());
        all.forEach(ended -> claimed.addAll(ended.remains));
        for (Remains one : ordered) {
            if (claimed.contains(one)) {
                continue;
            }
            if (all.size() == 1) {
                all.get(0).add(one);
            } else if (one instanceof Termination log && !log.lines().isEmpty()) {
                LeftProcess ended = new LeftProcess(one.process());
                ended.add(one);
                all.add(ended);
            }
        }
    }

    private static boolean after(Instant one, Instant other) {
        return one != null && (other == null || one.isAfter(other));
    }

    private boolean fits(Remains one) {
        if (one instanceof Termination log && log.process().pid() == 0) {
            return log.time() != null
                    && pressures().stream().anyMatch(pressure -> isSameMoment(pressure.time(), log.time()));
        }
        boolean startedByThen = process.started() == null
                || one.time() == null
                || !process.started().minus(SAME_MOMENT).isAfter(one.time());
        return process.maybe(one.process()) && startedByThen;
    }

    private static boolean isSameMoment(Instant one, Instant other) {
        if (one == null || other == null) {
            return false;
        }
        // Not abs(), which negates by BigDecimal: this compares each remnant with each process.
        Duration between = Duration.between(one, other);
        return between.compareTo(SAME_MOMENT) <= 0 && between.compareTo(SAME_MOMENT_BEFORE) >= 0;
    }

    private void add(Remains one) {
        remains.add(one);
        pressures = null;
        recorded = null;
        process = process.with(one.process());
    }

    ProcessIdentity process() {
        return process;
    }

    List<Remains> remains() {
        return remains;
    }

    /** The last moment at which something tells that it lived; null if nothing tells one. */
    Instant lastSign() {
        return remains.stream()
                .filter(one -> !(one instanceof Termination))
                .map(Remains::time)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    /** Reports of memory pressure, the first one first; each once, though there are two files of it. */
    List<Pressure> pressures() {
        if (pressures == null) {
            pressures = List.copyOf(readPressures());
        }
        return pressures;
    }

    private List<Pressure> readPressures() {
        List<Pressure> all = new ArrayList<>();
        for (Pressure twin : of(Pressure.class)) {
            if (twin.usageBytes() >= 0) {
                all.add(twin);
            }
        }
        for (Pressure report : of(Pressure.class)) {
            boolean hasTwin = all.stream()
                    .anyMatch(twin -> twin.usageBytes() >= 0
                            && isSameMoment(twin.time(), report.time())
                            && report.cause().startsWith(twin.description()));
            if (report.usageBytes() < 0 && !hasTwin) {
                all.add(report);
            }
        }
        all.sort(Comparator.comparing(Pressure::time, Comparator.nullsFirst(Comparator.naturalOrder())));
        return all;
    }

    /** The last report; null if there is none. */
    Pressure lastPressure() {
        List<Pressure> all = pressures();
        return all.isEmpty() ? null : all.get(all.size() - 1);
    }

    /** The JVM's own report; null if there is none. */
    Crash crash() {
        List<Crash> all = of(Crash.class);
        return all.isEmpty() ? null : all.get(all.size() - 1);
    }

    /** The recording that goes on longest; null if there is none. */
    Recorded lastRecorded() {
        return of(Recorded.class).stream()
                .filter(one -> one.time() != null)
                .max(Comparator.comparing(Recorded::time))
                .orElse(null);
    }

    /** Statements on growth by the last recording. The parts of a repository are judged together. */
    List<Statement> recordedStatements() {
        return recorded().statements();
    }

    /** The time of those on threads, class loaders and handles; null if it is not known. */
    Instant recordedCountedTime() {
        return recorded().countedTime();
    }

    /** Parts of the JVM by the same; without rows where there are none. */
    Table recordedJvm() {
        return recorded().jvm();
    }

    private Together recorded() {
        if (recorded == null) {
            Recorded last = lastRecorded();
            recorded = last == null ? new Together(List.of(), null, JvmParts.empty()) : together(last);
        }
        return recorded;
    }

    private Together together(Recorded last) {
        List<Path> parts = partsUntil(last);
        Together alone = new Together(last.statements(), last.countedTime(), last.jvm());
        if (parts.size() < 2) {
            return alone;
        }
        Together all = RecordingRemains.together(parts);
        return new Together(
                all.statements().isEmpty() ? alone.statements() : all.statements(),
                all.statements().isEmpty() ? alone.countedTime() : all.countedTime(),
                all.jvm().rows().isEmpty() ? alone.jvm() : all.jvm());
    }

    /** The recordings of one directory that follow each other: what two have at the same time would count twice. */
    private List<Path> partsUntil(Recorded last) {
        Path directory = last.file().toAbsolutePath().getParent();
        List<Recorded> before = of(Recorded.class).stream()
                .filter(one -> one.begin() != null && one.time() != null)
                .filter(one -> Objects.equals(one.file().toAbsolutePath().getParent(), directory))
                .sorted(Comparator.comparing(Recorded::time).reversed())
                .toList();
        List<Path> parts = new ArrayList<>();
        Instant begin = Instant.MAX;
        for (Recorded one : before) {
            // A part begins while the last event of the one before is written.
            if (one.equals(last) || !one.time().minus(OVERLAP).isAfter(begin)) {
                parts.add(one.file());
                begin = one.begin();
            }
        }
        return parts;
    }

    /** Its termination log; null if there is none. */
    Termination termination() {
        List<Termination> all = of(Termination.class);
        return all.isEmpty() ? null : all.get(0);
    }

    <T extends Remains> List<T> of(Class<T> kind) {
        return remains.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
