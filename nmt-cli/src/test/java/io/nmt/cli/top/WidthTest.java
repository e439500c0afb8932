package io.nmt.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.cli.terminal.Width;
import org.junit.jupiter.api.Test;

/** Text by the columns that it takes. */
class WidthTest {
    @Test
    void wideAndCombiningCharacters() {
        assertThat(Width.of("abc")).isEqualTo(3);
        assertThat(Width.of("漢字")).isEqualTo(4);
        assertThat(Width.of("e\u0301")).isEqualTo(1);
        assertThat(Width.of("\ud83d\ude00")).isEqualTo(2);
        assertThat(Width.of("▁█±…▼")).isEqualTo(5);
    }

    @Test
    void isNeverWiderThanItMayBe() {
        String name = "a漢e\u0301\ud83d\ude00b漢字漢字\u0301漢字";
        for (int columns = 0; columns < 20; columns++) {
            assertThat(Width.of(Width.cut(name, columns))).isLessThanOrEqualTo(columns);
            assertThat(Width.of(Width.shortened(name, columns))).isLessThanOrEqualTo(columns);
        }
        assertThat(Width.shortened("com.acme.Codec", 9)).isEqualTo("co….Codec");
        assertThat(Width.padded("漢", 4)).isEqualTo("漢  ");
        assertThat(Width.toTheRight("漢", 4)).isEqualTo("  漢");
    }

    @Test
    void ofNamesWhatTellsLeastGoesFirst() {
        String site = "com.acme.Codec.encode(Codec.java:12)";
        assertThat(Names.fitting(site, 36)).isEqualTo(site);
        assertThat(Names.fitting(site, 35)).isEqualTo("Codec.encode(Codec.java:12)");
        assertThat(Names.fitting(site, 26)).isEqualTo("Codec.encode:12");
        assertThat(Names.fitting(site, 10)).isEqualTo("Cod…ode:12");
        assertThat(Names.fitting("Leak.leak(Leak.java:16)", 12)).isEqualTo("Leak.leak:16");
        assertThat(Names.fitting("a.b.C.d(Native Method)", 6)).isEqualTo("C.d");
        assertThat(Names.fitting("org.rocksdb.ReadOptions", 11)).isEqualTo("ReadOptions");
        assertThat(Names.fitting("Direct Buffer", 8)).isEqualTo("Di…uffer");
        assertThat(Names.fitting("(other sites)", 8)).isEqualTo("(o…ites)");
    }
}
