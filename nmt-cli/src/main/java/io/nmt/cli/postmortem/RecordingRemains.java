package io.nmt.cli.postmortem;

import io.nmt.cli.postmortem.Remains.HeldSite;
import io.nmt.cli.postmortem.Remains.Recorded;
import io.nmt.core.model.NotTracked;
import io.nmt.core.model.SiteUsage;
import io.nmt.jfr.recordings.RecordingEnd;
import io.nmt.jfr.recordings.RecordingReader;
import io.nmt.report.document.JvmParts;
import io.nmt.report.document.Table;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.page.RecordedCourse;
import io.nmt.report.page.RecordedPast;
import io.nmt.report.past.JvmPast;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads recordings. Apart from the others, since it needs the module {@code jdk.jfr}. */
final class RecordingRemains {
    /** The name that JFR gives the directory of a process in its repository. */
    static final Pattern REPOSITORY = Pattern.compile("\\d{4}(?:_\\d\\d){5}_(\\d{1,18})");

    private static final int SITES = 10;

    private RecordingRemains() {}

    /** Reads one; what could not be used in it becomes notes. */
    static Recorded read(Path file, List<String> notes) throws IOException {
        RecordingEnd end = RecordingEnd.read(file);
        RecordedCourse course = end.course();
        RecordedMemory memory = course == null ? null : course.memory();
        List<HeldSite> sites = new ArrayList<>();
        if (memory != null) {
            for (SiteUsage usage : memory.last().owners()) {
                sites.add(new HeldSite(usage.site().category() + ": " + usage.site(), usage.liveBytes()));
            }
            memory.last().snapshot().coverage().notTracked().stream()
                    .filter(NotTracked::isOfEvents)
                    .forEach(events -> addNote(notes, events.sentence(), file));
        }
        List<Statement> statements =
                memory == null ? List.of() : RecordedPast.of(course).statements();
        long pid = end.pid() == 0 ? pidOfRepository(file) : end.pid();
        ProcessIdentity process = new ProcessIdentity(pid, end.started(), end.program(), "");
        return new Recorded(
                file,
                process,
                course == null ? null : Instant.ofEpochMilli(course.fromMillis()),
                end.end(),
                !end.finished(),
                HeldSite.byLine(sites, SITES),
                memory == null ? null : memory.sitesTime(),
                statements,
                course == null ? null : countedTime(course),
                course == null ? JvmParts.empty() : jvm(course),
                end.shutdown());
    }

    /** Notes events once: the parts of a recording are alike. */
    private static void addNote(List<String> notes, String sentence, Path file) {
        String note = sentence.substring(0, sentence.length() - 1).concat(", in ");
        if (notes.stream().noneMatch(known -> known.startsWith(note))) {
            notes.add(note + file.getFileName());
        }
    }

    private static Table jvm(RecordedCourse course) {
        return JvmParts.known(
                course.jvm().reading(),
                JvmPast.first(RecordedPast.of(course).history()),
                Instant.ofEpochMilli(course.jvm().millis()));
    }

    private static Instant countedTime(RecordedCourse course) {
        long millis = course.made().millis();
        return millis == Statement.UNKNOWN ? null : Instant.ofEpochMilli(millis);
    }

    /** Judges parts together; nothing if they cannot be read so. */
    static Remains.Together together(List<Path> parts) {
        try {
            RecordedCourse course = RecordingReader.readCourse(parts);
            return new Remains.Together(RecordedPast.of(course).statements(), countedTime(course), jvm(course));
        } catch (IOException | RuntimeException e) {
            return new Remains.Together(List.of(), null, JvmParts.empty()); // then the last part tells what it knows
        }
    }

    /** Tells whether a part was begun, and has no event yet. */
    static boolean isBegun(Path file) {
        return RecordingReader.isBegun(file);
    }

    /**
     * Marks the last part before one that was begun and has no event: the JVM did not end that.
     *
     * @param begun such a part
     * @param remains of all files, of which that part is replaced
     */
    static void breakOff(Path begun, List<Remains> remains) {
        remains.stream()
                .filter(Recorded.class::isInstance)
                .map(Recorded.class::cast)
                .filter(part -> Objects.equals(part.file().getParent(), begun.getParent()) && part.time() != null)
                .max(Comparator.comparing(Recorded::time))
                .ifPresent(last -> remains.replaceAll(each -> each == last ? last.broken() : each));
    }

    private static long pidOfRepository(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        Matcher name = REPOSITORY.matcher(parent == null ? "" : String.valueOf(parent.getFileName()));
        return name.matches() ? Long.parseLong(name.group(1)) : 0;
    }
}
