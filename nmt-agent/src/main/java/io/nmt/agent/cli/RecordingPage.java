package io.nmt.agent.cli;

import io.nmt.agent.reportpage.ReportPage;
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
                new ReportPage.Head(name, "recording", course.fromMillis(), course.toMillis(), course.process()),
                null,
                PageJson.of(side));
    }

    private static String name(List<Path> files) {
        String first = String.valueOf(files.get(0).getFileName());
        return files.size() == 1 ? first : first + " and " + (files.size() - 1) + " more";
    }
}
