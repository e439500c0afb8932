package io.nmt.agent.cli;

import io.nmt.agent.reportpage.ReportPage;
import io.nmt.core.page.ComparedCards;
import io.nmt.core.page.PageJson;
import io.nmt.core.page.PageSide;
import io.nmt.core.page.RecordedCourse;
import io.nmt.core.page.RecordedSide;
import io.nmt.jfr.recordings.CourseReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.function.IntConsumer;

/** The page of recordings. */
final class RecordingPage {
    private RecordingPage() {}

    /** Of one process. */
    static String of(List<Path> files, IntConsumer percent) throws IOException {
        RecordedCourse course = CourseReader.read(files, percent);
        String name = name(files);
        PageSide side = RecordedSide.of(name, course, ZoneId.systemDefault());
        return ReportPage.of(
                name,
                ReportPage.data(
                        new ReportPage.Head(
                                name, "recording", course.fromMillis(), course.toMillis(), course.process()),
                        null,
                        PageJson.of(side)));
    }

    /** What differs between two. */
    static String of(Path before, Path after, IntConsumer percent) throws IOException {
        PageSide earlier = side(before, done -> percent.accept(done / 2));
        RecordedCourse course = CourseReader.read(List.of(after), done -> percent.accept((100 + done) / 2));
        PageSide later = RecordedSide.of(name(List.of(after)), course, ZoneId.systemDefault());
        if (earlier.last() != null && later.last() != null) {
            later = later.withCards(ComparedCards.of(earlier.last(), later.last()));
        }
        String title = "From " + earlier.name() + " to " + later.name();
        String data = ReportPage.data(
                new ReportPage.Head(
                        title,
                        "comparison",
                        Math.min(earlier.fromMillis(), later.fromMillis()),
                        Math.max(earlier.toMillis(), later.toMillis()),
                        course.process()),
                PageJson.of(earlier),
                PageJson.of(later));
        return ReportPage.of(title, data);
    }

    private static PageSide side(Path file, IntConsumer percent) throws IOException {
        return RecordedSide.of(name(List.of(file)), CourseReader.read(List.of(file), percent), ZoneId.systemDefault());
    }

    private static String name(List<Path> files) {
        String first = String.valueOf(files.get(0).getFileName());
        return files.size() == 1 ? first : first + " and " + (files.size() - 1) + " more";
    }
}
