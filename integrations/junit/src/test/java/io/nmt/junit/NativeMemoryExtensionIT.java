package io.nmt.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests with bugs, run by JUnit in a JVM with the packaged agent. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NativeMemoryExtensionIT {
    private static final String CASES = "io.nmt.junit.cases.";
    private static final String[] LEAKS = {
        "aServersThreadLeaks",
        "assertsWhatLeaks",
        "failsAndLeaks",
        "forgetsInflater",
        "hasAWrongLimit",
        "isOutOfBothRanges",
        "itsThreadsLeakToo",
        "keepsBuffers",
        "keepsMappedFile",
        "looksAtNoCategory",
        "namesNoCategory",
        "takesTooMuch"
    };

    private CasesRun run;

    @BeforeAll
    void runCases() throws Exception {
        run = CasesRun.withAgent(CASES + "LeakCases");
    }

    @Test
    void exactlyTheBugsAreFound() {
        assertThat(run.failed()).containsExactly(LEAKS);
    }

    @Test
    void theMessageSaysWhatWhereAndWhyItIsStillThere() {
        assertThat(run.outcome("keepsBuffers"))
                .contains("Leaked 3 blocks (12,288 bytes) of Direct Buffer: LeakCases.keepsBuffers(LeakCases.java:")
                .contains("allocated on main.\nThe garbage collector frees it once nothing refers to it.")
                .contains("    at io.nmt.junit.cases.LeakCases.keepsBuffers(LeakCases.java:")
                .contains("    ... the test runner's\n\nGarbage was collected before.")
                .contains("first frame: jdk.internal.misc.Unsafe.allocateMemory");
        assertThat(run.outcome("forgetsInflater")).containsPattern("Leaked 1 block \\(about [\\d,]+ bytes\\) of Zip: ");
        assertThat(run.outcome("keepsMappedFile")).contains("Leaked 1 block (10,000 bytes) of Mapped File: ");
        assertThat(run.outcome("itsThreadsLeakToo")).contains("77 bytes", "allocated on worker.");
        assertThat(run.outcome("aServersThreadLeaks")).contains("88 bytes", "allocated on server.");
    }

    /** An unknown category would never have a leak. */
    @Test
    void aCategoryThatThereIsNotIsAFailure() {
        assertThat(run.outcome("namesNoCategory"))
                .contains("there is no category \"Direct Bufer\"; there are: Direct Buffer, NIO Temporary Buffer, ");
        assertThat(run.outcome("looksAtNoCategory")).contains("there is no category \"Zipp\"");
    }

    @Test
    void aFailureOfTheTestItselfComesFirst() {
        assertThat(run.outcome("failsAndLeaks"))
                .contains("IllegalStateException: the test's own")
                .contains("Suppressed: org.opentest4j.AssertionFailedError: Leaked 1 block (66 bytes)");
    }

    @Test
    void limitsAreOfTheMostAtOnce() {
        assertThat(run.outcome("takesTooMuch"))
                .contains("Limited to 1MB of native memory, but the most at once was 2,900,000 bytes: LeakCases.")
                .contains("2,000,000 bytes of Direct Buffer at most, allocated\n")
                .contains("900,000 bytes of Direct Buffer at most, allocated\n")
                .contains("these need not have been at the same time")
                .contains("of all threads of this JVM.\n");
        assertThat(run.outcome("isOutOfBothRanges"))
                .contains("Native memory (2 failures)")
                .contains("Expected at least 1,024 bytes of Direct Buffer at some time, but the most at once was 0 ")
                .contains("Limited to 1KB of Zip, but the most at once was ")
                .contains("first frame: java.util.zip.Inflater.<init>");
        assertThat(run.outcome("hasAWrongLimit")).contains("\"much\" is no size");
    }

    @Test
    void theReportHasThoseThatLeakMost() {
        assertThat(run.report())
                .contains("Native memory: 7 of 16 measured tests leak:\n")
                .containsSubsequence(
                        "        12,288        3        0  LeakCases.keepsBuffers()\n",
                        "        10,000        1        0  LeakCases.keepsMappedFile()\n",
                        "LeakCases.forgetsInflater()\n",
                        "            11        1        0  LeakCases.assertsWhatLeaks()\n");
    }

    @Test
    void whatOtherThreadsLeaveIsToldApart() throws Exception {
        CasesRun threads = CasesRun.withAgent(CASES + "ThreadCases");
        assertThat(threads.failed()).containsExactly("ofAnOlderThreadAndItsOwn", "ofAnOlderThreadThatCounts");
        assertThat(threads.outcome("ofAnOlderThreadAndItsOwn"))
                .contains("Leaked 1 block (55 bytes) of Direct Buffer")
                .contains("Not counted: 1 block (88 bytes) of Direct Buffer, of threads that ran before the test (ser");
        assertThat(threads.report()).contains("Not counted: 176 bytes of threads that ran before a test");
    }

    @Test
    void whatCannotBeToldApartIsSaid() throws Exception {
        CasesRun simultaneous = CasesRun.withAgent(
                CASES + "SimultaneousCases", "junit.jupiter.execution.parallel.enabled=true", "nmt.junit.report=all");
        assertThat(simultaneous.failed()).containsExactly("assertsThatItDoesNot");
        assertThat(simultaneous.outcome("assertsThatItDoesNot"))
                .contains("Leaked 1 block (22 bytes) of Direct Buffer: ")
                .contains("Not counted: 1 block (11 bytes) of Direct Buffer, which may be another test's")
                .contains("Other tests ran at the same time.");
        assertThat(simultaneous.report())
                .contains("Native memory: 2 of 2 measured tests leak:\n")
                .contains("            33        1        0  SimultaneousCases.leaks()\n")
                .contains("            22        1        0  SimultaneousCases.assertsThatItDoesNot()\n")
                .contains("Not counted: 165 bytes of threads");
    }

    @Test
    void theAgentIsAttachedWhereItIsMissingAlsoWithJUnit6() throws Exception {
        CasesRun six = CasesRun.onSix(CASES + "LeakCases");
        assertThat(six.failed()).containsExactly(LEAKS);
        assertThat(six.outcome("keepsBuffers")).contains("Leaked 3 blocks (12,288 bytes) of Direct Buffer: ");
    }

    @Test
    void withFewerSamplesLeaksAreNotGuessed() throws Exception {
        Path own = Path.of(System.getProperty("java.home"));
        CasesRun sampled = CasesRun.withAgent(own, "sample=1MB", CASES + "ThreadCases");
        assertThat(sampled.outcome("ofAnOlderThread"))
                .startsWith("FAILED\n")
                .contains("samples one allocation in 1048576 bytes", "start it with -javaagent:");
    }

    /** On JDK 17 they are skipped. */
    @Test
    void arenasThatAreNotClosedAreFound() throws Exception {
        Path newest = CasesRun.newestJdk();
        CasesRun arenas = CasesRun.withAgent(newest, "sample=1", CASES + "ArenaCases");
        if (arenas.outcome("closesArena").startsWith("SUCCESSFUL")) {
            assertThat(arenas.failed()).containsExactly("forgetsConfinedArena", "keepsSharedArena");
            assertThat(arenas.outcome("forgetsConfinedArena"))
                    .contains("Leaked 1 block (5,000 bytes) of Foreign Memory: ")
                    .contains("Only the program frees it.");
        } else {
            assertThat(arenas.failed()).isEmpty();
        }
    }
}
