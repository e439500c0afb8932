package io.nmt.core.internal.starts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NamePatternTest {
    @Test
    void numbersThatDifferAreOneLetter() {
        assertThat(of("pool-1-thread-1", "pool-2-thread-1", "pool-12-thread-1")).isEqualTo("pool-N-thread-1");
        assertThat(of("http-nio-8080-exec-1", "http-nio-8080-exec-2")).isEqualTo("http-nio-8080-exec-N");
    }

    @Test
    void hashesAndUuidsAreNumbers() {
        assertThat(of("job-0a1b2c3d-4e5f-4711-8899-001122334455", "job-ffffffff-1111-2222-3333-aabbccddeeff"))
                .isEqualTo("job-N");
        assertThat(of("task deadbeef01", "task cafebabe02")).isEqualTo("task N");
    }

    /** Those of one client in 16 have seven digits, and were a name of their own each. */
    @Test
    void shortIdentityHashesAreNumbersAndWordsAreNone() {
        assertThat(of("SshClient[4e423aa2]-timer-thread-1", "SshClient[cd1af05]-timer-thread-1"))
                .isEqualTo("SshClient[N]-timer-thread-1");
        assertThat(of("SshClient[a1234f]", "SshClient[1d2e3f4]", "SshClient[b123456]"))
                .isEqualTo("SshClient[N]");
        assertThat(NamePattern.of("facade2-1").key())
                .isNotEqualTo(NamePattern.of("decade2-1").key());
        assertThat(of("facade2", "facade3")).isEqualTo("facadeN");
        assertThat(NamePattern.of("facade-1").key())
                .isNotEqualTo(NamePattern.of("deface-1").key());
    }

    @Test
    void aSingleNameIsItself() {
        assertThat(of("main")).isEqualTo("main");
        assertThat(of("")).isEmpty();
        assertThat(of("worker 7 of 9")).isEqualTo("worker 7 of 9");
    }

    @Test
    void aLongNameIsCut() {
        assertThat(of("x".repeat(1000))).hasSize(200);
    }

    private static String of(String first, String... others) {
        NamePattern pattern = NamePattern.of(first);
        for (String other : others) {
            NamePattern similar = NamePattern.of(other);
            if (similar.key().equals(pattern.key())) {
                pattern.add(similar);
            }
        }
        return pattern.toString();
    }
}
