package io.nmt.report.judge;

import static io.nmt.report.judge.Readings.MB;
import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.CgroupMemory;
import io.nmt.report.model.Component;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.ResidentPoint;
import io.nmt.report.reading.sources.Limits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The container's memory against its limit, and its parts beside the process. */
class CgroupStatementsTest {
    private static final String FILES = "Files in memory (tmpfs, shared memory): ";

    private static Readings process() {
        return Readings.of(Component.JAVA_HEAP, 60, Component.METASPACE, 40).anonymous(100);
    }

    private static Statement rising(String name, long megabytesPerMinute, long sinceSecond) {
        Subject subject = new Subject(SubjectType.FIGURE, name, "", 0);
        return new Statement(
                Kind.GROWING, subject, 0, 0, megabytesPerMinute * MB, 0, sinceSecond * 1000, List.of(), Next.RSS);
    }

    private static List<String> said(Readings now, List<ResidentPoint> earlier, Statement... growth) {
        return Readings.said(ResidentJudge.of(now.reading(), earlier, List.of(growth)));
    }

    @Test
    void filesInMemoryCount() {
        assertThat(process().cgroup(512, 470, 10, 350).tmpfs(350).verdicts())
                .contains(
                        "LIMIT Container memory: 460 MB of 512 MB count toward a kill, 90 %."
                                + " With page cache 92 % of the limit is in use."
                                + " The kernel drops 10 MB of page cache and slabs first. Next: 'nmt rss --advise PID'",
                        "HELD " + FILES + "350 MB, 68 % of the container's limit."
                                + " The largest is /dev/shm, 350 MB in memory. Next: 'df -t tmpfs'");
    }

    @Test
    void notThoseThatTheProcessMaps() {
        Readings mapped = Readings.of(Component.JAVA_HEAP, 60).file("/dev/shm/x", true, 350, 0, 0, 345, 0);

        assertThat(mapped.cgroup(1024, 460, 10, 350).verdicts()).noneMatch(line -> line.contains(FILES));
    }

    /** A file system in memory that other containers use, too, has more in it. */
    @Test
    void aLargerTmpfsIsNotNamed() {
        assertThat(process().cgroup(512, 460, 10, 350).tmpfs(900).verdicts())
                .anySatisfy(line -> assertThat(line).contains(FILES).doesNotContain("/dev/shm"));
    }

    @Test
    void pageCacheAtTheLimitIsNoDanger() {
        assertThat(process().cgroup(512, 502, 220, 0).verdicts())
                .contains("RECLAIMABLE Container memory: 282 MB of 512 MB count toward a kill, 55 %."
                        + " With page cache 98 % of the limit is in use: no danger."
                        + " The kernel drops 220 MB of page cache and slabs first.");
    }

    /** The heap may grow to 512 MB, which the files leave no room for. */
    @Test
    void theHeapMayPassTheLimitBesideFilesInMemory() {
        assertThat(process()
                        .cgroup(700, 460, 10, 350)
                        .limits(new Limits(512 * MB, true, 700 * MB, 65_530, false, "madvise", 0, 0, 0))
                        .verdicts())
                .anySatisfy(line -> assertThat(line)
                        .startsWith("HELD Java Heap")
                        .contains("With 390 MB outside it, the heap may pass the container's limit, 700 MB."));
    }

    @Test
    void reclaimableSlabsDoNotCount() {
        Readings slabs = process().cgroup(512, 500, 0, 0).cgroup(CgroupFigure.SLAB_RECLAIMABLE, 300 * MB);

        assertThat(slabs.reading().memory().cgroup().countedBytes()).isEqualTo(200 * MB);
    }

    @Test
    void farFromTheLimit() {
        assertThat(process().cgroup(512, 120, 5, 0).verdicts()).noneMatch(line -> line.contains("ontainer"));
    }

    @Test
    void kernelMemoryAndOtherProcesses() {
        Readings reading = process()
                .cgroup(1024, 500, 10, 0)
                .cgroup(CgroupFigure.KERNEL, 90 * MB)
                .cgroup(CgroupFigure.SLAB, 70 * MB)
                .cgroup(CgroupFigure.SLAB_RECLAIMABLE, 20 * MB)
                .cgroup(CgroupFigure.OTHERS, 3)
                .cgroup(CgroupFigure.OTHERS_RSS, 240 * MB);

        assertThat(reading.verdicts())
                .contains(
                        "HELD Other processes of the container: at most 240 MB, 23 % of the container's limit."
                                + " Count: 3 processes. Next: 'ps -eo pid,rss,args --sort -rss'",
                        "HELD Kernel memory of the container: 70 MB, 7 % of the container's limit."
                                + " 50 MB are for slabs.");
    }

    /** Version 1 does not tell the slabs that the kernel drops first. */
    @Test
    void kernelMemoryIsAtMostWhereReclaimableSlabsAreUnknown() {
        Readings v1 = process().cgroup(1024, 500, 10, 0).cgroup(CgroupFigure.KERNEL, 90 * MB);

        assertThat(v1.verdicts())
                .contains("HELD Kernel memory of the container: at most 90 MB, 9 % of the container's limit.");
    }

    @Test
    void theRiseSaysWhenTheLimitIsReached() {
        ResidentPoint before = process().cgroup(512, 220, 10, 100).at(60).earlier();
        Readings now = process().cgroup(512, 420, 10, 300).at(660);
        Statement rise = rising(ContainerGrowth.NAME, 20, 60);

        assertThat(said(now, List.of(before), rise))
                .contains(
                        "LIMIT Container memory: 410 MB of 512 MB count toward a kill, 80 %, +20 MB/min since 00:01:00."
                                + " The limit is reached in about 5 min. Next: 'nmt rss --advise PID'",
                        "GROWING " + FILES + "300 MB, 59 % of the container's limit, +20 MB/min since 00:01:00."
                                + " Next: 'df -t tmpfs'");
        List<Statement> resident = ResidentJudge.of(now.reading(), List.of(before), List.of(rise));
        assertThat(ResidentJudge.merged(List.of(rise), resident))
                .as("told once")
                .doesNotContain(rise)
                .filteredOn(CgroupStatements::isOnAll)
                .hasSize(1);
    }

    @Test
    void alsoTheRiseOfRss() {
        assertThat(said(process().cgroup(512, 300, 0, 0).at(660), List.of(), rising("RSS", 10, 60)))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("LIMIT Container memory: 300 MB of 512 MB")
                        .contains("The limit is reached in about 21 min."));
    }

    /** RSS does not have them. */
    @Test
    void notTheRiseOfRssWhereFilesAreInMemory() {
        assertThat(said(process().cgroup(512, 300, 0, 250).at(660), List.of(), rising("RSS", 10, 60)))
                .noneSatisfy(line -> assertThat(line).contains("The limit is reached in"));
    }

    @Test
    void killsInTheContainer() {
        ResidentPoint before = process()
                .cgroup(512, 120, 5, 0)
                .cgroup(CgroupFigure.OOM_KILLS, 1)
                .at(60)
                .earlier();
        Readings now = process().cgroup(512, 120, 5, 0).cgroup(CgroupFigure.OOM_KILLS, 3);

        assertThat(said(now.at(660), List.of(before)))
                .contains("LIMIT OOM kills in the container: 3. The kernel killed other processes of the"
                        + " container for its memory. 2 more than 10 min ago. Next: 'nmt rss --advise PID'");
    }

    /** A kill of last week was told before each leak. */
    @Test
    void oldKillsAreToldLast() {
        ResidentPoint before = process()
                .cgroup(512, 120, 5, 0)
                .cgroup(CgroupFigure.OOM_KILLS, 3)
                .at(60)
                .earlier();
        Readings now = process().cgroup(512, 120, 5, 0).cgroup(CgroupFigure.OOM_KILLS, 3);
        List<Statement> leak = List.of(rising("RSS", 10, 60));

        assertThat(said(now.at(660), List.of(before)).get(0)).doesNotContain("OOM kills");
        List<Statement> lines = ResidentJudge.of(now.at(660).reading(), List.of(before), leak);
        assertThat(Readings.said(ResidentJudge.merged(leak, lines)))
                .last()
                .asString()
                .startsWith("LIMIT OOM kills in the container: 3.");
        Readings more = process().cgroup(512, 120, 5, 0).cgroup(CgroupFigure.OOM_KILLS, 4);
        assertThat(said(more.at(660), List.of(before)).get(0)).startsWith("LIMIT OOM kills in the container: 4.");
    }

    @Test
    void unknownFiguresAreNotTold() {
        assertThat(process().cgroup(CgroupFigure.LIMIT, 512 * MB).verdicts())
                .as("no usage")
                .noneMatch(line -> line.contains("ontainer"));
        assertThat(process()
                        .cgroup(CgroupFigure.LIMIT, 0)
                        .cgroup(CgroupFigure.USAGE, 500 * MB)
                        .verdicts())
                .noneMatch(line -> line.contains("ontainer"));
        assertThat(CgroupMemory.NONE.countedBytes()).isEqualTo(CgroupMemory.UNKNOWN);
    }
}
