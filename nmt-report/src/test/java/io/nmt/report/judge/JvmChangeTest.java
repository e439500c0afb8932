package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.document.StatementText;
import io.nmt.report.model.Component;
import io.nmt.report.model.JvmSetup;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Times;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two JVMs explain by their own differences why RSS is not the same. */
class JvmChangeTest {
    private static final long MB = 1 << 20;
    private static final JvmSetup SERIAL_17 = new JvmSetup(17, "Serial", 0, 512 * MB, false, "default");
    private static final ResidentMemory SMALL = memory(2, 10, 30, 8, 100);

    private static ResidentMemory memory(int gc, int archive, int metaspace, int code, int heap) {
        return Readings.of(
                        Component.GC, gc,
                        Component.CDS, archive,
                        Component.METASPACE, metaspace,
                        Component.CODE_CACHE, code,
                        Component.JAVA_HEAP, heap)
                .reading()
                .memory();
    }

    private static List<String> text(JvmSetup after, ResidentMemory memory) {
        return StatementText.of(JvmChange.of(SERIAL_17, after, SMALL, memory), new Times(ZoneOffset.UTC, 0));
    }

    @Test
    void theSameJvmExplainsNothing() {
        assertThat(text(SERIAL_17, memory(40, 40, 40, 40, 40))).isEmpty();
    }

    @Test
    void anotherCollector() {
        assertThat(text(new JvmSetup(17, "G1", 2, 512 * MB, false, "default"), memory(14, 11, 30, 9, 120)))
                .containsExactly("NORMAL RSS change by JDK and JVM settings: +12 MB. RSS changed by +34 MB. G1"
                        + " instead of Serial: +12 MB."
                        + " Java heap, perhaps by the collector: +20 MB.");
    }

    @Test
    void anotherVersionWithItsCollector() {
        assertThat(text(new JvmSetup(25, "G1", 2, 512 * MB, false, "default"), memory(14, 13, 32, 10, 100)))
                .containsExactly("NORMAL RSS change by JDK and JVM settings: +19 MB. RSS changed by +19 MB. G1"
                        + " instead of Serial: +12 MB."
                        + " JDK 25 instead of 17: +7 MB. Java heap, perhaps by the collector: +0 B.");
    }

    @Test
    void noArchive() {
        assertThat(text(new JvmSetup(17, "Serial", 0, 512 * MB, false, "none"), memory(2, 0, 45, 8, 100)))
                .containsExactly("NORMAL RSS change by JDK and JVM settings: +5 MB. RSS changed by +5 MB."
                        + " Class archive none instead of default: +5 MB.");
    }

    @Test
    void anotherHeapLimitAndCompactHeaders() {
        assertThat(text(new JvmSetup(17, "Serial", 0, 4096 * MB, false, "default"), memory(9, 10, 30, 8, 90)))
                .containsExactly("NORMAL RSS change by JDK and JVM settings: +7 MB. RSS changed by -3 MB."
                        + " Tables for another heap limit: +7 MB. The heap's limit was 512 MB. It is 4 GB."
                        + " Java heap, perhaps by its limit: -10 MB.");
        assertThat(text(new JvmSetup(17, "Serial", 0, 512 * MB, true, "default"), memory(2, 10, 30, 8, 85)))
                .containsExactly("NORMAL RSS change by JDK and JVM settings: +0 B. RSS changed by -15 MB."
                        + " Java heap, perhaps by compact object headers: -15 MB.");
    }

    @Test
    void whatIsUnknownIsNotCompared() {
        assertThat(text(JvmSetup.UNKNOWN, SMALL)).isEmpty();
        assertThat(text(new JvmSetup(17, "", 0, 0, false, ""), memory(9, 9, 9, 9, 9)))
                .isEmpty();
        assertThat(JvmChange.of(SERIAL_17, SERIAL_17, null, SMALL)).isEmpty();
    }
}
