package io.nmt.cli.postmortem;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.cli.postmortem.Remains.Crash;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The beginnings of real files. */
class CrashReaderTest {
    private static final String REFUSED = """
            #
            # There is insufficient memory for the Java Runtime Environment to continue.
            # Native memory allocation (malloc) failed to allocate 24 bytes. Error detail: AllocateHeap
            # Possible reasons:
            #   The system is out of physical RAM or swap space
            #
            #  Out of Memory Error (allocation.cpp:44), pid=18383, tid=18384
            #
            # JRE version: OpenJDK Runtime Environment (17.0.15+6) (build 17.0.15+6-Debian-1deb12u1)
            #

            ---------------  S U M M A R Y ------------

            Command Line: -Xmx64m -XX:ReservedCodeCacheSize=32m Threads password=secret

            Host: AMD EPYC, 2 cores, 23G, Debian GNU/Linux 12 (bookworm)
            Time: Tue Nov  3 19:59:03 2026 UTC elapsed time: 61.301459 seconds (0d 0h 1m 1s)
            """;

    private static final String SEGV = """
            #
            # A fatal error has been detected by the Java Runtime Environment:
            #
            #  SIGSEGV (0xb) at pc=0x00007f55f7e61f14%s, pid=9601, tid=9601
            #
            # JRE version: OpenJDK Runtime Environment Temurin-25.0.3+9 (25.0.3+9) (build 25.0.3+9-LTS)
            # Problematic frame:
            # C  [libc.so.6+0x85f14]
            #

            Command Line: -jar app.jar

            siginfo: si_signo: 11 (SIGSEGV), si_code: %s
            """;

    @Test
    void theSystemGaveNoMemory() {
        assertThat(CrashReader.isCrash(REFUSED)).isTrue();
        Crash crash = CrashReader.read(Path.of("hs_err_pid1.log"), REFUSED);
        assertThat(crash.kind()).isEqualTo(Crash.Kind.NO_NATIVE_MEMORY);
        assertThat(crash.problem())
                .isEqualTo("Native memory allocation (malloc) failed to allocate 24 bytes. Error detail: AllocateHeap");
        assertThat(crash.time()).isEqualTo(Instant.parse("2026-11-03T19:59:03Z"));
        assertThat(crash.process())
                .isEqualTo(new ProcessIdentity(
                        18383, Instant.parse("2026-11-03T19:58:02Z"), "Threads", "17.0.15+6-Debian-1deb12u1"));
    }

    @Test
    void aSignalThatWasSent() {
        Crash crash = CrashReader.read(
                Path.of("hs_err_pid9601.log"), SEGV.formatted(" (sent by kill)", "0 (SI_USER), si_pid: 9436"));
        assertThat(crash.kind()).isEqualTo(Crash.Kind.SENT);
        assertThat(crash.problem()).startsWith("SIGSEGV (0xb) at pc=");
    }

    @Test
    void aDefect() {
        Crash crash = CrashReader.read(
                Path.of("hs_err_pid9601.log"), SEGV.formatted("", "1 (SEGV_MAPERR), si_addr: 0x0000000000000008"));
        assertThat(crash.kind()).isEqualTo(Crash.Kind.DEFECT);
        assertThat(crash.frame()).isEqualTo("C  [libc.so.6+0x85f14]");
        assertThat(crash.process().program()).isEqualTo("app.jar");
        assertThat(crash.process().started()).isNull();
    }

    @Test
    void whatIsCutOffTellsWhatIsThere() {
        for (int length = 0; length < REFUSED.length(); length++) {
            CrashReader.read(Path.of("hs_err_pid7.log"), REFUSED.substring(0, length));
        }
        assertThat(CrashReader.read(Path.of("hs_err_pid7.log"), "").process().pid())
                .isEqualTo(7);
        assertThat(CrashReader.isCrash("# A fatal")).isFalse();
    }
}
