package io.nmt.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.document.StatementText;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Statements on a line that is shorter than they are. */
class FittedStatementTest {
    private static final String NAME = "io.nmt.demo.LeakyShop.keepReceipt(LeakyShop.java:75)";
    private static final Statement LEAK = new Statement(
            Kind.LEAK,
            new Subject(SubjectType.SITE, NAME, "Direct Buffer", 1),
            12_000_000,
            330 << 10,
            9_760_000,
            373 << 10,
            0,
            List.of(new Evidence(Basis.SURVIVED_COLLECTIONS, 4)),
            Next.LEAKS);
    private static final Statement THREADS = new Statement(
            Kind.LEAK,
            new Subject(SubjectType.THREAD, "checkout-worker-pool-N-thread-1", NAME, 1),
            1_370,
            0,
            6_000,
            0,
            0,
            List.of(
                    new Evidence(Basis.IDLE_THREADS, 1_370),
                    new Evidence(Basis.STACK_BYTES, 20 << 20),
                    new Evidence(Basis.EXECUTORS, 9),
                    new Evidence(Basis.OPEN_EXECUTORS, 9)),
            Next.NONE);

    private static String fitted(Statement statement, int columns) {
        return FittedStatement.of(statement, new Times(ZoneOffset.UTC, 1000), columns);
    }

    @Test
    void whatFitsIsWhole() {
        assertThat(fitted(LEAK, 300)).isEqualTo(StatementText.of(LEAK, new Times(ZoneOffset.UTC, 1000)));
    }

    @Test
    void aLineEndsAfterASentence() {
        assertThat(fitted(LEAK, 160)).endsWith(" since 00:00:00. Survived 4 full collections.");
        assertThat(fitted(LEAK, 140)).endsWith(" since 00:00:00.");
        assertThat(fitted(LEAK, 117)).endsWith("/min ± 373 KB.");
    }

    @Test
    void errorsGoFirstAndThenTheMiddleOfTheName() {
        assertThat(fitted(LEAK, 102)).contains(NAME).endsWith("Direct Buffer, +9.31 MB/min.");
        assertThat(fitted(LEAK, 80)).isEqualTo("LEAK LeakyShop.keepReceipt:75: 11.4 MB Direct Buffer, +9.31 MB/min.");
        assertThat(fitted(LEAK, 40)).contains("…").endsWith("+9.31 MB/min.");
    }

    @Test
    void threadsKeepTheLineThatStartsThem() {
        assertThat(fitted(THREADS, 80)).endsWith("+6,000/min, started at LeakyShop.keepReceipt:75.");
    }

    /** Without its evidence, it would say something else. */
    @Test
    void theSentenceOnTheProcessStaysTrue() {
        Statement more = new Statement(
                Kind.UNKNOWN,
                new Subject(SubjectType.PROCESS, "growth", "", 0),
                Statement.UNKNOWN,
                0,
                0,
                0,
                Statement.UNKNOWN,
                List.of(new Evidence(Basis.MORE, 5 << 20, "RSS"), new Evidence(Basis.MORE_IN_NANOS, 60_000_000_000L)),
                Next.NONE);
        assertThat(fitted(more, 80)).isEqualTo("UNKNOWN growth: too early to tell, RSS is 5 MB more than 60 s ago.");
    }
}
