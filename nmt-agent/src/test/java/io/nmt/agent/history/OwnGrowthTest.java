package io.nmt.agent.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OwnGrowthTest {
    private static final long MB = 1 << 20;

    private long resident = 100 * MB;
    private long nanos;
    private final OwnGrowth own = new OwnGrowth(() -> resident, () -> nanos);

    private void run(long grownBytes, long forNanos) {
        own.begin();
        resident += grownBytes;
        nanos += forNanos;
        own.end();
    }

    @Test
    void isWhatRssGrewByInCommands() {
        run(2 * MB, 1);
        resident += 50 * MB;
        run(MB, 1);
        assertThat(own.bytes()).isEqualTo(3 * MB);
        run(-5 * MB, 1);
        assertThat(own.bytes()).isEqualTo(3 * MB);
    }

    /** Their growth would count twice. */
    @Test
    void commandsAtTheSameTimeAreOne() {
        own.begin();
        run(2 * MB, 1);
        run(MB, 1);
        assertThat(own.bytes()).isZero();
        own.end();
        assertThat(own.bytes()).isEqualTo(3 * MB);
    }

    /** A leak that goes on meanwhile is not taken for a command's. */
    @Test
    void isBounded() {
        run(2 * MB, OwnGrowth.LONGEST_NANOS + 1);
        assertThat(own.bytes()).isZero();
        run(100 * MB, 1);
        assertThat(own.bytes()).isEqualTo(OwnGrowth.MOST_BYTES);
    }

    @Test
    void isNotToldWhereRssIsUnknown() {
        resident = -1;
        own.begin();
        resident = 100 * MB;
        own.end();
        assertThat(own.bytes()).isZero();
    }
}
