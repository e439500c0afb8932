package io.nmt.report.reading.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.LoaderStats;
import io.nmt.report.model.LoaderStats.OfClass;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The text of {@code VM.classloader_stats}, as JDKs write it. */
class ClassLoaderStatsTest {
    private static final String HEAD =
            "ClassLoader         Parent              CLD*               Classes   ChunkSz   BlockSz  Type\n";
    private static final String TAIL = "Total = 4                                                      774    567552"
            + "     51212  \nChunkSz: Total size of all allocated metaspace chunks\n";

    private static final String JDK_17 = HEAD
            + "0x00007fa19707af08  0x00007fa19707d1e8  0x00007fa21810b250       4      2432      1859  "
            + "com.acme.Plugins\n"
            + "                                                                10      3840      2835   "
            + "+ hidden classes\n"
            + "0x0000000000000000  0x0000000000000000  0x00007fa2180da870     749    557056     43927  "
            + "<boot class loader>\n"
            + "0x00007fa19707af08  0x00007fa19707d1e8  0x00007fa2180e3700       1       768       286  "
            + "com.acme.Plugins\n"
            + "0x00007fa19707d1e8  0x0000000000000000  0x00007fa2180e3700       0         0         0  "
            + "com.acme.Empty\n"
            + TAIL;

    /** The JVM writes the name of a class as it is. */
    @Test
    void aNameThatForgesARowIsRefused() {
        String forged =
                JDK_17.replace("com.acme.Empty", "Evil\n0x1  0x2  0x3  9  9  9  com.acme.Forged\nTotal = 5   1  1  1");
        assertThat(ClassLoaderStats.parse(forged, 1, 5)).isNull();
    }

    @Test
    void sumsLoadersOfAClassWithTheirHiddenClasses() {
        LoaderStats stats = ClassLoaderStats.parse(JDK_17, 1, 5);
        assertThat(stats.classes())
                .isEqualTo(Map.of(
                        "com.acme.Plugins",
                        new OfClass(2, 5, 10, 2432 + 3840 + 768, 1859 + 2835 + 286),
                        "<boot class loader>",
                        new OfClass(1, 749, 0, 557_056, 43_927),
                        "com.acme.Empty",
                        new OfClass(0, 0, 0, 0, 0)));
        assertThat(stats.of("com.acme.Plugins").part(1).loadedClasses()).isEqualTo(3);
        assertThat(stats.of("com.acme.Plugins").part(2)).isEqualTo(stats.of("com.acme.Plugins"));
        assertThat(stats.of("com.acme.Unknown")).isEqualTo(LoaderStats.NO_LOADERS);
        assertThat(stats.of("com.acme.Rule/hidden").part(5))
                .as("by the mean of all hidden classes")
                .isEqualTo(new OfClass(5, 0, 5, 3840 / 2, 1418));
    }

    /** JDK 17 tells words. */
    @Test
    void wordsAreEightBytes() {
        LoaderStats stats = ClassLoaderStats.parse(JDK_17, 8, 5);
        assertThat(stats.of("<boot class loader>").metaspaceBytes()).isEqualTo(8 * 557_056);
    }

    @Test
    void damagedTextsTellLittle() {
        assertThat(ClassLoaderStats.parse("", 1, 0)).isNull();
        assertThat(ClassLoaderStats.parse("no such command", 1, 0)).isNull();
        assertThat(ClassLoaderStats.parse("0x1 0x2", 1, 0).classes()).containsOnlyKeys(ClassLoaderStats.OTHERS);
        assertThat(ClassLoaderStats.parse("0x1 0x2 0x3 x -7 99999999999999999999 A B", 1, 0)
                        .classes())
                .containsEntry("A B", new OfClass(0, 0, 0, 0, 0));
    }

    @Test
    void classesBeyondTheBoundAreOneRow() {
        StringBuilder text = new StringBuilder(HEAD);
        for (int i = 0; i < 30_000; i++) {
            text.append("0x1  0x2  0x3  1  10  5  com.acme.C").append(i).append('\n');
        }
        LoaderStats stats = ClassLoaderStats.parse(text.toString(), 1, 0);
        assertThat(stats.classes()).hasSize(10_001);
        assertThat(stats.of(ClassLoaderStats.OTHERS).loaders()).isEqualTo(20_000);
    }
}
