package io.nmt.cli.pages;

import io.nmt.cli.malloc.RecordedMallocs;
import io.nmt.jfr.recordings.RecordingException;
import io.nmt.jfr.recordings.RecordingReader;
import io.nmt.report.judge.GoneGrowth;
import io.nmt.report.judge.JvmChange;
import io.nmt.report.malloc.MallocProfile;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.page.ComparedCards;
import io.nmt.report.page.MallocCourse;
import io.nmt.report.page.PageJson;
import io.nmt.report.page.PageProcess;
import io.nmt.report.page.PageSide;
import io.nmt.report.page.RecordedCourse;
import io.nmt.report.page.RecordedPast;
import io.nmt.report.page.RecordedSide;
import io.nmt.report.page.document.ReportPage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.function.IntConsumer;

/** The page of recordings. */
public final class RecordingPage {
    private static final int ALL_PERCENT = 100;

    private RecordingPage() {}

    /** The page of one process. */
    public static String of(List<Path> files, IntConsumer percent) throws IOException {
        Recorded recorded = read(files, percent);
        PageSide side = recorded.side;
        String data = ReportPage.data(
                new ReportPage.Head(
                        side.name(), "recording", side.fromMillis(), side.toMillis(), recorded.process, false),
                null,
                PageJson.of(side));
        return ReportPage.of(side.name(), data);
    }

    /** The page of the differences of two recordings. */
    public static String of(Path before, Path after, IntConsumer percent) throws IOException {
        Recorded earlier = read(List.of(before), done -> percent.accept(done / 2));
        Recorded later = read(List.of(after), done -> percent.accept((ALL_PERCENT + done) / 2));
        PageSide one = earlier.side;
        PageSide other = later.side;
        if (one.last() != null && other.last() != null) {
            Times times = new Times(ZoneId.systemDefault(), other.toMillis());
            JvmChange.Side first = earlier.judged();
            JvmChange.Side second = later.judged();
            List<Statement> statements = JvmChange.withGrowth(first, second);
            List<Statement> gone = GoneGrowth.of(first, second, other.last());
            other = other.withCards(ComparedCards.of(one.last(), other.last(), statements, gone, times));
        }
        String title = "From " + one.name() + " to " + other.name();
        String data = ReportPage.data(
                new ReportPage.Head(
                        title,
                        "comparison",
                        Math.min(one.fromMillis(), other.fromMillis()),
                        Math.max(one.toMillis(), other.toMillis()),
                        later.process,
                        differ(earlier.process.jdk(), later.process.jdk())),
                PageJson.of(one),
                PageJson.of(other));
        return ReportPage.of(title, data);
    }

    private static boolean differ(String one, String other) {
        return one != null && other != null && !one.equals(other);
    }

    private record Recorded(PageSide side, PageProcess process, RecordedCourse course) {
        JvmChange.Side judged() {
            return new JvmChange.Side(
                    process.setup(),
                    side.last().resident(),
                    RecordedPast.of(course).statements());
        }
    }

    private static Recorded read(List<Path> files, IntConsumer percent) throws IOException {
        MallocProfile mallocs = RecordedMallocs.read(files);
        RecordedCourse course;
        try {
            course = RecordingReader.readCourse(files, percent);
        } catch (RecordingException e) {
            if (mallocs == null) {
                throw e;
            }
            course = MallocCourse.of(mallocs);
        }
        if (mallocs != null && course.memory() == null) {
            course = course.withSamples(MallocCourse.samples(mallocs));
        }
        PageSide side = RecordedSide.of(name(files), course, ZoneId.systemDefault());
        return new Recorded(mallocs == null ? side : side.plus(MallocCourse.cards(mallocs)), course.process(), course);
    }

    private static String name(List<Path> files) {
        String first = String.valueOf(files.get(0).getFileName());
        return files.size() == 1 ? first : first + " and " + (files.size() - 1) + " more";
    }
}
