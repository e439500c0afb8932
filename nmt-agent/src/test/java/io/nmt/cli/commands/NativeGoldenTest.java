package io.nmt.cli.commands;

import io.nmt.agent.golden.Fixed;
import io.nmt.agent.golden.Golden;
import io.nmt.agent.golden.InUtc;
import io.nmt.cli.terminal.WrappedText;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Site;
import io.nmt.report.document.Report;
import io.nmt.report.malloc.MallocComparison;
import io.nmt.report.malloc.MallocContext;
import io.nmt.report.malloc.MallocProfile;
import io.nmt.report.malloc.MallocReport;
import io.nmt.report.malloc.MallocStack;
import io.nmt.report.malloc.NativeFrame;
import io.nmt.report.malloc.OpenHandleSite;
import io.nmt.report.page.flamegraph.CollapsedStacks;
import io.nmt.report.page.flamegraph.MallocStacks;
import io.nmt.report.render.Json;
import io.nmt.report.render.ReportJson;
import io.nmt.report.render.ReportText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The command native, and what compare tells of two profiles of malloc. */
@ExtendWith(InUtc.class)
class NativeGoldenTest {
    private static final MallocContext CONTEXT = new MallocContext(
            180 * Fixed.MB,
            212 * Fixed.MB,
            List.of(new OpenHandleSite("org.rocksdb.RocksIterator", "com.acme.Store", "scan", 6, 705, false)));

    private static MallocStack stack(
            String library, String symbol, double megabytes, double grown, long samples, String... frames) {
        Site site = Fixed.site(0, library, FreedBy.PROGRAM, frames);
        double bytes = megabytes * Fixed.MB;
        double variance = bytes * 64 * Fixed.KB;
        return new MallocStack(
                site,
                List.of(new NativeFrame("libc.so.6", "malloc"), new NativeFrame(library, symbol)),
                site.frames().get(0),
                bytes,
                variance,
                grown * Fixed.MB,
                variance,
                samples * 10,
                bytes * 3,
                samples);
    }

    private static MallocProfile profile(double factor, double lostShare, List<MallocStack> tracked) {
        return new MallocProfile(
                Fixed.NOW.minusSeconds(30),
                Fixed.NOW,
                64 * Fixed.KB,
                9_000,
                4_000,
                lostShare,
                lostShare > 0,
                lostShare == 0,
                List.of(
                        stack(
                                "librocksdbjni.so",
                                "rocksdb::Block::NewIterator()",
                                30 * factor,
                                28,
                                480,
                                "Store.scan:6"),
                        stack(MallocProfile.JVM, "os::malloc(unsigned long)", 2 * factor, 1, 32, "Main.main:5"),
                        stack("libzip.so", "deflateInit2_", 0.1, 0.01, 2, "Compressor.begin:31")),
                MallocProfile.tracked(tracked));
    }

    private static MallocProfile grown() {
        return profile(
                1, 0, List.of(stack(MallocProfile.UNSAFE, "Unsafe_AllocateMemory0", 12, 10, 200, "Cache.put:42")));
    }

    @Test
    void text() {
        check("native", Scale.KB, MallocReport.of(grown(), CONTEXT, 10, false));
        check("native-scale-b", Scale.B, MallocReport.of(grown(), CONTEXT, 10, false));
        check("native-stacks", Scale.KB, MallocReport.of(grown(), CONTEXT, 2, true));
        check("native-lost", Scale.KB, MallocReport.of(profile(1, 0.2, List.of()), MallocContext.NONE, 10, false));
        MallocProfile nothing = new MallocProfile(
                Fixed.NOW.minusSeconds(30),
                Fixed.NOW,
                64 * Fixed.KB,
                0,
                0,
                0,
                false,
                true,
                List.of(),
                MallocProfile.tracked(List.of()));
        check("native-nothing", Scale.KB, MallocReport.of(nothing, MallocContext.NONE, 10, false));
        Golden.check("native/collapsed.txt", CollapsedStacks.text(MallocStacks.of(grown())));
    }

    @Test
    void json() {
        Golden.checkJson("native/native.json", ReportJson.of(MallocReport.of(grown(), CONTEXT, 10, false)));
        Golden.checkJson(
                "native/native-in-report.json",
                Json.withField("{}", "malloc", ReportJson.of(MallocReport.of(grown(), MallocContext.NONE, 10, false))));
    }

    @Test
    void compared() {
        Report report = new MallocComparison(profile(0.5, 0, List.of()), grown()).report(10);
        check("compare", Scale.KB, report);
        Golden.checkJson("native/compare.json", ReportJson.of(report));
    }

    private static void check(String name, Scale scale, Report report) {
        String typed = ReportText.of(report, scale).replace(" PID'", " " + Fixed.PID + "'");
        Golden.check("native/" + name + ".txt", typed);
        String narrow = ReportText.of(report, scale, null, 80).replace(" PID'", " " + Fixed.PID + "'");
        Golden.check("native/" + name + ".80.txt", WrappedText.of(narrow, 80));
    }
}
