package io.nmt.jfr.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.jfr.WrittenRecording;
import io.nmt.report.judge.ResidentJudge;
import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.CgroupMemory;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.Statement;
import io.nmt.report.page.RecordedCourse;
import io.nmt.report.page.RecordedPast;
import io.nmt.report.past.ResidentPoint;
import io.nmt.report.reading.ResidentReader;
import io.nmt.report.reading.ResidentReading;
import io.nmt.report.reading.sources.Limits;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastResidentTest {
    @TempDir
    Path directory;

    /** This JVM's own reading, judged at once and from a recording of it. */
    @Test
    void aRecordingIsJudgedAsTheProcess() throws Exception {
        ResidentReading reading = ResidentReader.readToRecord();

        RecordedCourse course = written(reading);

        List<Statement> ofProcess = ResidentJudge.left(reading, List.of(), List.of());
        assertThat(ofProcess).hasSizeGreaterThan(1);
        ResidentReading recorded = course.resident().reading();
        assertThat(ResidentJudge.left(recorded, List.of(), List.of())).isEqualTo(ofProcess);
        assertThat(RecordedPast.of(course).statements()).containsAll(ofProcess);
        assertThat(recorded.memory().pages()).isEqualTo(reading.memory().pages());
        assertThat(recorded.memory().malloc().freeBytes())
                .isEqualTo(reading.memory().malloc().freeBytes());
        assertThat(recorded.facts().limits()).isEqualTo(reading.facts().limits());
        assertThat(recorded.facts().direct()).isEqualTo(reading.facts().direct());
    }

    /** The memory of its container, too: each figure differs, and what was unknown is. */
    @Test
    void theContainerIsRecorded() throws Exception {
        Map<CgroupFigure, Long> figures = new EnumMap<>(CgroupFigure.class);
        for (CgroupFigure figure : CgroupFigure.values()) {
            figures.put(figure, (100L + figures.size()) << 20);
        }
        figures.remove(CgroupFigure.ZSWAP);
        ResidentReading own = ResidentReader.readToRecord();
        Limits limits = own.facts().limits();
        CgroupMemory cgroup = new CgroupMemory(figures, "/dev/shm", 7 << 20);
        ResidentReading reading = new ResidentReading(
                own.memory().withCgroup(cgroup),
                own.files(),
                new ResidentReading.Facts(
                        own.facts().nanoTime(),
                        own.facts().snapshot(),
                        own.facts().sites(),
                        own.facts().jvm(),
                        new Limits(
                                limits.directBytes(),
                                limits.heapIsConfigured(),
                                figures.get(CgroupFigure.LIMIT),
                                limits.mappings(),
                                limits.swap(),
                                limits.hugePages(),
                                limits.arenas(),
                                64 << 20,
                                16 << 20),
                        own.facts().direct(),
                        null,
                        null,
                        own.facts().mappings(),
                        own.facts().hugeBytes()));

        ResidentReading recorded = written(reading).resident().reading();

        assertThat(recorded.memory().cgroup()).isEqualTo(cgroup);
        assertThat(ResidentJudge.left(recorded, List.of(), List.of()))
                .isEqualTo(ResidentJudge.left(reading, List.of(), List.of()));
    }

    @Test
    void filesAddUpHoweverManyThereAre() throws Exception {
        ResidentReading reading = ResidentReader.readToRecord();

        RecordedCourse course = written(reading);

        assertThat(reading.files()).hasSizeGreaterThan(course.resident().files().size());
        assertThat(course.resident().files().stream()
                        .mapToLong(file -> file.residentBytes())
                        .sum())
                .isEqualTo(reading.files().stream()
                        .mapToLong(file -> file.residentBytes())
                        .sum());
    }

    @Test
    void earlierReadingsAreTheHourBefore() throws Exception {
        ResidentReading first = ResidentReader.readToRecord();
        ResidentReading last = ResidentReader.readToRecord();

        RecordedCourse course = written(first, last);

        List<ResidentPoint> earlier = course.resident().earlier();
        assertThat(earlier).hasSize(1);
        assertThat(earlier.get(0).rssBytes()).isEqualTo(first.memory().rssBytes());
        assertThat(earlier.get(0).mappings()).isEqualTo(first.facts().mappings());
        assertThat(earlier.get(0).nanoTime())
                .isLessThanOrEqualTo(course.resident().reading().facts().nanoTime());
    }

    /** Writes again where JDK 17 has lost the name of a file. */
    private RecordedCourse written(ResidentReading... readings) throws Exception {
        while (true) {
            RecordedCourse course = writtenOnce(readings);
            if (course.resident().files().stream().noneMatch(file -> file.path().equals(ResidentFile.LOST_NAME))) {
                return course;
            }
        }
    }

    private RecordedCourse writtenOnce(ResidentReading... readings) throws Exception {
        Path file = directory.resolve("written.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.tracking(0, 0);
            for (int i = 0; i < readings.length; i++) {
                recording.resident(i + 1, readings[i]);
            }
        }
        return RecordingReader.readCourse(List.of(file));
    }
}
