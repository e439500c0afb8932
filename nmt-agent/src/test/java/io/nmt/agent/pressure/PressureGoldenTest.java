package io.nmt.agent.pressure;

import static io.nmt.agent.golden.Fixed.MB;

import io.nmt.agent.commands.FixedAnswers;
import io.nmt.agent.golden.Fixed;
import io.nmt.agent.golden.Golden;
import io.nmt.agent.golden.InUtc;
import io.nmt.agent.golden.Situation;
import io.nmt.agent.golden.Situations;
import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.document.Amounts;
import io.nmt.report.judge.ResidentJudge;
import io.nmt.report.model.Cause;
import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.CgroupMemory;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.past.HistoryReading;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The first lines of a report of memory pressure, its words on resident memory, and the termination log. */
@ExtendWith(InUtc.class)
class PressureGoldenTest {
    private static final String PATH = "/var/log/acme/nmt-pressure.txt";
    private static final Instant LATER = Fixed.NOW.plusMillis(300);

    private static List<Crossing> crossings(Situation process) {
        ResidentMemory memory = process.resident().memory();
        boolean contained = !memory.cgroup().equals(CgroupMemory.NONE);
        long rss = memory.rssBytes();
        return crossings(
                contained ? memory.cgroup().countedBytes() : rss,
                contained ? memory.cgroup().get(CgroupFigure.LIMIT) : rss + rss / 16,
                rss,
                process.snapshot().categories().stream()
                        .filter(each -> each.category().equals(Category.DIRECT_BUFFER.name()))
                        .mapToLong(CategoryUsage::committed)
                        .sum());
    }

    private static List<Crossing> crossings(long inContainer, long limit, long usage, long direct) {
        return List.of(
                Crossing.of(Cause.CGROUP, "cgroup limit of /sys/fs/cgroup", inContainer, limit),
                Crossing.of(Cause.CGROUP, "cgroup limit of /sys/fs/cgroup", 3 * usage, 3 * usage + usage / 16),
                Crossing.of(Cause.THRESHOLD, "threshold of resident memory", usage, usage, usage),
                new Crossing(
                        Cause.DIRECT,
                        "direct buffer limit (-XX:MaxDirectMemorySize)",
                        direct,
                        direct + direct / 64,
                        "Thread \"acme-io-1\" gets java.lang.OutOfMemoryError\n",
                        0),
                new Crossing(Cause.REFUSED, "native memory refused", usage, 4 * usage, "who asked\n", 64 * MB),
                new Crossing(Cause.REFUSED, "native memory refused", usage, 4 * usage, "who asked\n", 8 * usage));
    }

    @Test
    void terminationLogs() {
        for (Situation process : Situations.all()) {
            StringBuilder text = new StringBuilder();
            for (Crossing crossing : crossings(process)) {
                append(text, process, crossing);
            }
            Golden.check("pressure/" + process + ".txt", text.toString());
        }
    }

    private static void append(StringBuilder text, Situation process, Crossing crossing) {
        ResidentMemory memory = process.resident().memory();
        boolean cgroup = crossing.cause() == Cause.CGROUP;
        LimitParts counted = LimitParts.byCounts(
                cgroup ? crossing.usageBytes() : memory.rssBytes(),
                memory.rssBytes(),
                memory.heapBytes(),
                memory.heapBytes() / 2,
                process.snapshot().total().committed());
        text.append("--- ").append(crossing.cause().label()).append(", first lines of the report\n");
        Headline headline = new Headline(crossing, Fixed.NOW, counted, process.snapshot(), process.sites());
        String pid = ", process " + ProcessHandle.current().pid() + ":";
        text.append(headline.ofReport().replace(pid, ", process 4711:"));
        text.append("--- termination log, at once\n").append(headline.ofTerminationLog(PATH));
        text.append("--- termination log, by counts\n");
        text.append(log(process, crossing, counted, null)
                .write(PATH, process.snapshot(), statements(process))
                .text()
                .replace(ownHeap(), heap(process)));
        LimitParts read = LimitParts.byReading(
                cgroup ? crossing.usageBytes() : memory.rssBytes(), memory, memory.heapBytes() / 2);
        text.append("--- termination log, by a reading\n");
        text.append(log(process, crossing, read, LATER)
                .write("", process.snapshot(), ResidentJudge.merged(statements(process), resident(process)))
                .text()
                .replace(ownHeap(), heap(process)));
    }

    private static List<Statement> statements(Situation process) {
        return FixedAnswers.growth(process, HistoryReading.left(process.history(), 0))
                .statements();
    }

    private static List<Statement> resident(Situation process) {
        return ResidentJudge.left(process.resident(), process.points(), statements(process));
    }

    /** The limit of this JVM's heap, which the text tells. */
    private static String ownHeap() {
        return "lower -Xmx (" + Amounts.format(Runtime.getRuntime().maxMemory()) + " now)";
    }

    private static String heap(Situation process) {
        long max = process.resident().facts().jvm().heapMaxBytes();
        return "lower -Xmx (" + Amounts.format(max) + " now)";
    }

    private static TerminationText log(Situation process, Crossing crossing, LimitParts filling, Instant later) {
        LimitGrowth course = new LimitGrowth(
                crossing,
                filling,
                HistoryReading.left(process.history(), 0),
                FixedAnswers.growth(process, HistoryReading.left(process.history(), 0)),
                crossing.cause() == Cause.DIRECT
                        ? crossing.usageBytes()
                        : process.snapshot().total().committed(),
                process.resident().facts().jvm().heapCommittedBytes(),
                Fixed.NOW.toEpochMilli());
        List<SiteUsage> lines = process.leaks().leaks().suspects().isEmpty()
                ? process.sites()
                : process.leaks().leaks().suspects();
        List<Pool> pools =
                process.pools().pools().stream().map(PoolDetails::pool).toList();
        return new TerminationText(
                crossing, filling, Fixed.NOW, later, process.pools().sites(), lines, course, pools);
    }

    /** The lines of a report beside the rest that other tests have. */
    @Test
    void residentMemory() {
        StringBuilder text = new StringBuilder();
        for (Situation process : Situations.all()) {
            ResidentMemory memory = process.resident().memory();
            long counted = memory.cgroup().equals(CgroupMemory.NONE)
                    ? memory.rssBytes()
                    : memory.cgroup().countedBytes();
            ResidentEvidence evidence = new ResidentEvidence(memory, counted, resident(process), "");
            text.append("--- ").append(process);
            text.append(EvidenceReport.text(EvidenceReport.of(
                    evidence, crossings(800 * MB, 850 * MB, 800 * MB, 0).get(0))));
        }
        ResidentEvidence none = new ResidentEvidence(null, ResidentEvidence.UNKNOWN, List.of(), "no /proc");
        text.append("--- none")
                .append(EvidenceReport.text(EvidenceReport.of(
                        none, crossings(800 * MB, 850 * MB, 800 * MB, 0).get(0))));
        Golden.check("pressure/resident.txt", text.toString());
    }
}
