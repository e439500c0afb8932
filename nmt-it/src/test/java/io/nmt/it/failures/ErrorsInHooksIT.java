package io.nmt.it.failures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.core.model.Snapshot;
import io.nmt.it.programs.ErrorsInHooks;
import io.nmt.it.programs.ErrorsInLinkedCalls;
import io.nmt.it.programs.FullAtExit;
import io.nmt.it.programs.OneLine;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Errors that strike in the middle of a hook leave no lock, no wrong books and no lost block behind. */
@Order(1) // it waits for minutes, beside others
class ErrorsInHooksIT {
    @TempDir
    private Path directory;

    private static final long KEPT = 10_000;
    private static final int ENDS = 244;
    // At each of 61 depths once, or twice with other sizes.
    private static final int OVERFLOWS = Boolean.getBoolean("nmt.thorough") ? 122 : 61;
    private static final String NMT = "-XX:NativeMemoryTracking=summary";

    @OnOldestAndNewestJdk
    void theEndOfTheStack(Jdk jdk) {
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .allowUnsafe()
                // Else each sample copies a thousand frames, of which no more than 32 are kept.
                .options(NMT, "-XX:StartFlightRecording", "-XX:MaxJavaStackTraceDepth=64")
                .agent("report=stderr,sample=4KB")
                .livesFor(Duration.ofMinutes(30)) // half a minute of one processor, which many share
                .run(ErrorsInHooks.class, "overflows", Integer.toString(OVERFLOWS))
                .expectExit(0);

        assertThat(outcome.out()).as(outcome::toString).contains("overflows " + OVERFLOWS + "\n");
        assertThat(outcome.err()).as(outcome::toString).contains("Native memory outside the Java heap");
        Snapshot end = Figures.at("end", outcome);
        assertThat(end.category("Unsafe").count())
                .as(outcome::toString)
                .isBetween(KEPT - end.untrackedBlocks(), KEPT + end.untrackedBlocks());
        // Otherwise that says little.
        assertThat(end.untrackedBlocks()).as(outcome::toString).isLessThan(KEPT / 2);
        // HotSpot has no block that the program has lost because a hook threw. Some are the recording's, which the
        // tracker knows; what it counts of the program's own may be low where an error struck between the table and the
        // counters.
        long ofTheRecording = end.total().count() - end.category("Unsafe").count();
        assertThat(leaked(outcome))
                .as(outcome::toString)
                .isLessThanOrEqualTo(Math.max(KEPT, end.category("Unsafe").count()) + ofTheRecording);
    }

    /**
     * Before there was room kept for the handlers, every second end of the stack lost a block when all was interpreted.
     */
    @OnEveryJdk
    void theEndOfTheStackInACallOfC(Jdk jdk) {
        assumeTrue(jdk.feature() >= 21 && System.getProperty("os.name").contains("Linux"), "mallinfo2 by the Linker");
        assertThat(leaked(endsInCallsOfC(jdk, "-Xint"))).isZero();
        assertThat(leaked(endsInCallsOfC(jdk, "-XX:TieredStopAtLevel=1"))).isZero();
        // With all compilers, code changes under the calls, and a rare one is lost as without the agent.
    }

    private static Outcome endsInCallsOfC(Jdk jdk, String compiled) {
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .allowSegments()
                .options(compiled)
                .agent("sample=4KB")
                .run(ErrorsInLinkedCalls.class, String.valueOf(ENDS))
                .expectExit(0);
        assertThat(outcome.out())
                .as(outcome::toString)
                .contains("overflown " + ENDS + ",")
                .doesNotContain("threw");
        Snapshot end = Figures.at("end", outcome);
        assertThat(end.category("Foreign Malloc").count())
                .as(outcome::toString)
                .isLessThanOrEqualTo(end.untrackedBlocks() + leaked(outcome));
        return outcome;
    }

    private static long leaked(Outcome outcome) {
        String prefix = "leaked ";
        return Long.parseLong(outcome.outLines().stream()
                .filter(line -> line.startsWith(prefix))
                .findFirst()
                .orElseThrow()
                .substring(prefix.length()));
    }

    @OnOldestAndNewestJdk
    void aFullHeapWhileCountersOfEndedThreadsAreFolded(Jdk jdk) {
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .allowUnsafe()
                .options("-Xmx64m", "-XX:+UseSerialGC", NMT)
                .agent("sample=0,peak=exact")
                .run(ErrorsInHooks.class, "full-heap")
                .withoutLinesOfInstrument()
                .expectSuccess();

        assertThat(Figures.at("end", outcome).category("Direct Buffer").peakCommitted())
                .as(outcome::toString)
                .isEqualTo(300);
    }

    /** The report is there, or one line says why not; nothing else is said, and the exit code stays. */
    @OnOldestAndNewestJdk
    void aFullHeapAtExit(Jdk jdk) throws IOException {
        Path report = directory.resolve("report.txt");
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .options("-Xmx32m", "-XX:+UseSerialGC")
                .agent("report=" + report)
                .run(FullAtExit.class)
                .withoutLinesOfInstrument()
                .expectExit(0);

        if (!Files.readString(report).contains("Total")) {
            assertThat(outcome.err())
                    .as(outcome::toString)
                    .isIn(
                            "nmt: report=" + report + " is not written: no memory is left at the exit of this JVM\n",
                            // On a machine that gives it hardly any time.
                            "nmt: report=" + report + " was not complete after 10 s; this JVM ends without it\n");
        } else {
            assertThat(outcome.err()).as(outcome::toString).isEmpty();
        }
    }

    /** Hooks that tried again and again what needs heap caused several full collections a block: it never ended. */
    @OnOldestAndNewestJdk
    void theFirstBlocksComeInAFullHeap(Jdk jdk) {
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .allowUnsafe()
                .options("-Xmx64m", "-XX:-UseGCOverheadLimit", NMT)
                .agent()
                .run(ErrorsInHooks.class, "first-in-a-full-heap")
                .withoutLinesOfInstrument()
                .expectSuccess();

        assertThat(outcome.out()).as(outcome::toString).contains("allocated 20000\n");
        Snapshot end = Figures.at("end", outcome);
        assertThat(end.category("Unsafe").count() + end.untrackedBlocks())
                .as(outcome::toString)
                .isGreaterThanOrEqualTo(20_000);
    }

    /** A class that a hook initialises where the stack ends cannot be used any more: ConcurrentSkipListMap was one. */
    @OnEveryJdk
    void theFirstMappingsComeAtTheEndOfAStack(Jdk jdk) {
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .allowUnsafe()
                .options(NMT)
                .agent("report=stderr")
                .run(ErrorsInHooks.class, "first-mappings")
                .withoutLinesOfInstrument()
                .expectExit(0);

        assertThat(outcome.out()).as(outcome::toString).contains("mappings left 0\n");
        assertThat(outcome.err()).as(outcome::toString).startsWith("Native memory outside the Java heap");
        Snapshot end = Figures.at("end", outcome);
        assertThat(end.category("Mapped File").count()).as(outcome::toString).isPositive();
    }

    /** Before it was thrown on, 9 of 300 were lost. Thread.stop went with JDK 20. */
    @Test
    void whatThreadStopSends() {
        Optional<Jdk> old = Jdks.all().filter(each -> each.feature() == 17).findFirst();
        assumeTrue(old.isPresent(), "It takes JDK 17");
        Outcome outcome = ChildJvm.withC2InCi(old.get())
                .options(NMT)
                .agent()
                .run(ErrorsInHooks.class, "stops")
                .expectSuccess();

        assertThat(outcome.out()).as(outcome::toString).contains("lost 0\n");
        Snapshot end = Figures.at("end", outcome);
        // It also strikes behind the native that allocates, as without the agent: only HotSpot knows such a block.
        assertThat(end.category("Unsafe").count()).as(outcome::toString).isLessThanOrEqualTo(leaked(outcome));
    }

    @Test
    void aReportThatCannotBeWrittenKeepsNoJvmFromEnding() {
        Outcome outcome = ChildJvm.withC2InCi(Jdks.all().findFirst().orElseThrow())
                .agent("report=stdout")
                .options(NMT)
                .run(ErrorsInHooks.class, "blocked-stdout")
                .expectExit(0);

        assertThat(outcome.err())
                .as(outcome::toString)
                .endsWith("nmt: report=stdout was not complete after 10 s; this JVM ends without it\n");
    }

    @Test
    void nothingReadsWhereTheReportGoes(@TempDir Path directory) {
        Jdk jdk = Jdks.all().findFirst().orElseThrow();
        ChildJvm.startProgram("mkfifo", directory.resolve("fifo").toString()).await();
        ChildJvm.withC2InCi(jdk)
                .agent("report=stderr")
                .options(NMT)
                .launchedBy("bash", "-c", "exec \"$@\" 2> >(exec sleep 60 > /dev/null 2>&1)", "bash")
                .run(ErrorsInHooks.class, "full-stderr")
                .expectExit(0);
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .agent("report=" + directory.resolve("fifo"))
                .run(OneLine.class)
                .expectExit(5);

        assertThat(outcome.err())
                .as(outcome::toString)
                .endsWith(" was not complete after 10 s; this JVM ends without it\n");
    }
}
