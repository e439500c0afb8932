package io.nmt.junit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests with bugs in how they use RocksDB and Netty, run by JUnit in a JVM with the packaged agent. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LibrariesIT {
    private CasesRun run;

    @BeforeAll
    void runCases() throws Exception {
        run = CasesRun.withAgent(CasesRun.newestJdk(), "sample=1", "io.nmt.junit.libraries.LibraryCases");
    }

    @Test
    void exactlyTheBugsAreFound() {
        assertThat(run.failed())
                .containsExactly(
                        "forgetsPooledNettyBuffer",
                        "forgetsRocksOptions",
                        "keepsLargeNettyBuffer",
                        "keepsPooledNettyBuffer",
                        "keepsRocksBatches",
                        "keepsUnpooledNettyBuffer");
    }

    @Test
    void handlesThatAreNotClosedAreCounted() {
        assertThat(run.outcome("forgetsRocksOptions"))
                .contains(
                        "Leaked 1 org.rocksdb.Options not closed: LibraryCases.forgetsRocksOptions(LibraryCases.java:")
                .contains("Collected: its object");
        assertThat(run.outcome("keepsRocksBatches"))
                .contains("Leaked 1 org.rocksdb.WriteBatch not closed: ", ", and at one more call site\n")
                .contains("Something still refers to it.");
    }

    @Test
    void buffersThatAreNotGivenBackAreCounted() {
        assertThat(run.outcome("forgetsPooledNettyBuffer"))
                .contains("Leaked 1 buffer (2,048 bytes) of Netty Pooled Buffer not released: LibraryCases.")
                .contains("Collected: its object. The pool cannot reuse its memory.");
        assertThat(run.outcome("keepsPooledNettyBuffer")).contains("Leaked 1 buffer (1,024 bytes) of Netty Pooled");
        assertThat(run.outcome("keepsLargeNettyBuffer"))
                .contains("Leaked 1 buffer (20,971,520 bytes) of Netty Pooled Buffer not released: ")
                .doesNotContain("more call site");
        assertThat(run.outcome("keepsUnpooledNettyBuffer")).contains("Leaked 1 block (3,000 bytes) of ");
    }
}
