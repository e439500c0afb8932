package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Growth of files, of parts of the JVM and of a container, of planted pasts. */
class ComponentGrowthTest {
    private static final long MIB = 1 << 20;
    private static final int POINTS = 60;

    private static HistoryReading past(BiConsumer<HistoryPoint.Builder, Integer> figures) {
        History history = new History();
        for (int i = 0; i < POINTS; i++) {
            HistoryPoint.Builder point = new HistoryPoint.Builder(i * 10_000L);
            figures.accept(point, i);
            history.add(point.build());
        }
        return HistoryReading.of(history, 0);
    }

    private static List<String> files(BiConsumer<HistoryPoint.Builder, Integer> figures) {
        return names(past(figures));
    }

    private static List<String> names(HistoryReading past) {
        return ComponentGrowth.of(past, List.of(), null).stream()
                .map(Statement::subject)
                .map(Statement.Subject::name)
                .toList();
    }

    /** ZGC up to JDK 21 maps each page of its heap three times, as shared memory: these were told as mapped files. */
    @Test
    void aHeapThatIsMappedThreeTimesIsNoFile() {
        assertThat(files((point, i) -> point.set(HistoryFigure.FILES, (60 + 3L * i) * MIB)
                        .set(HistoryFigure.RSS, (160 + 3L * i) * MIB)
                        .set(HistoryFigure.ANONYMOUS, 100 * MIB)
                        .set(HistoryFigure.HEAP, (20 + i) * MIB)
                        .set(HistoryFigure.HEAP_USED, (20 + i) * MIB)))
                .isEmpty();
    }

    @Test
    void filesBesideAnotherHeapGrow() {
        assertThat(files((point, i) -> point.set(HistoryFigure.FILES, (60 + 3L * i) * MIB)
                        .set(HistoryFigure.RSS, (160 + 4L * i) * MIB)
                        .set(HistoryFigure.ANONYMOUS, (100 + i) * MIB)
                        .set(HistoryFigure.HEAP, (20 + i) * MIB)
                        .set(HistoryFigure.HEAP_USED, (20 + i) * MIB)))
                .containsExactly("Mapped Files");
    }

    /** "GROWING Mapped Files: 90.7 MB": the libraries and the archive of classes had most of it. */
    @Test
    void theAmountOfFilesIsWhatCame() {
        List<Statement> told = ComponentGrowth.of(
                past((point, i) -> point.set(HistoryFigure.FILES, (60 + 2L * i) * MIB)
                        .set(HistoryFigure.RSS, (160 + 2L * i) * MIB)
                        .set(HistoryFigure.HEAP_RESIDENT, 20 * MIB)),
                List.of(),
                null);
        assertThat(told)
                .singleElement()
                .satisfies(files -> assertThat(files.amount()).isBetween(2 * MIB, 2L * POINTS * MIB));
    }

    /** "LEAK 300 class loaders, 20 MB of metaspace" beside "GROWING Metaspace" with these 20 MB. */
    @Test
    void metaspaceThatGrowsIsWithoutThatOfLoaders() {
        HistoryReading past = past((point, i) ->
                point.set(HistoryFigure.METASPACE, (60 + i) * MIB).set(HistoryFigure.RSS, (160 + i) * MIB));
        Statement whole = ComponentGrowth.of(past, List.of(), null).get(0);
        Statement loaders = new Statement(
                Kind.LEAK,
                new Subject(SubjectType.LOADER, "com.acme.Loader", "com.acme.Plugins.load(Plugins.java:1)", 8),
                300,
                0,
                30,
                0,
                0,
                List.of(new Evidence(Basis.METASPACE_BYTES, 20 * MIB)),
                Next.CLASS_LOADERS);

        assertThat(ComponentGrowth.of(past, List.of(loaders), null))
                .singleElement()
                .satisfies(rest -> {
                    assertThat(rest.amount()).isEqualTo(whole.amount() - 20 * MIB);
                    assertThat(rest.perMinute()).isEqualTo(whole.perMinute() - 2 * MIB);
                    assertThat(rest.evidence(Basis.BESIDE_GROWING_BYTES)).isEqualTo(20 * MIB);
                });
        List<Statement> all = new ArrayList<>(List.of(loaders));
        all.addAll(ComponentGrowth.of(past, all, null));
        RssGrowth.add(past, all, Map.of());
        List<Statement> alone = new ArrayList<>(List.of(whole));
        RssGrowth.add(past, alone, Map.of());
        assertThat(explained(all)).isEqualTo(explained(alone)).isGreaterThan(90);
    }

    private static long explained(List<Statement> all) {
        return all.stream()
                .mapToLong(statement -> statement.evidence(Basis.EXPLAINED_PERCENT))
                .max()
                .orElseThrow();
    }

    /** Read once a minute. */
    private static HistoryReading collector(long heapMegabytesPerMinute) {
        return past((point, i) -> {
            point.set(HistoryFigure.HEAP, 1_000 * MIB)
                    .set(HistoryFigure.HEAP_USED, (50 + heapMegabytesPerMinute * i / 6) * MIB);
            if (i % 6 == 0) {
                point.set(HistoryFigure.COLLECTOR, (20 + 4L * i / 6) * MIB);
            }
        });
    }

    @Test
    void rememberedSetsOfASteadyHeapGrow() {
        assertThat(names(collector(0))).containsExactly("Collector's memory");
    }

    /** A heap that is first used touches card tables and mark bits. */
    @Test
    void tablesOfAHeapThatGrowsAreItsOwn() {
        assertThat(names(collector(60))).isEmpty();
    }

    @Test
    void compilersGrow() {
        assertThat(names(past((point, i) -> point.set(HistoryFigure.COMPILERS, (20 + i) * MIB))))
                .containsExactly("Compilers");
    }

    /**
     * A program that wrote 700 small files was told to reach its limit of 512 MB in 40 minutes, by 12 MB of kernel
     * memory.
     */
    @Test
    void kernelMemoryOfPageCacheIsNoGrowth() {
        assertThat(ContainerGrowth.of(container(12))).isEmpty();
        assertThat(ContainerGrowth.of(container(40))).hasSize(1);
    }

    private static HistoryReading container(long grownMegabytes) {
        return past((point, i) -> point.set(HistoryFigure.CGROUP, 70 * MIB + grownMegabytes * MIB * i / POINTS)
                .set(HistoryFigure.RSS, 90 * MIB)
                .set(HistoryFigure.LIMIT, 512 * MIB));
    }

    /** A recording has the use of a cgroup without a limit, too, which is that of the machine. */
    @Test
    void withoutALimitThereIsNoContainer() {
        assertThat(ContainerGrowth.of(past((point, i) ->
                        point.set(HistoryFigure.CGROUP, (500 + 20L * i) * MIB).set(HistoryFigure.RSS, 100 * MIB))))
                .isEmpty();
        assertThat(ContainerGrowth.of(past((point, i) -> point.set(HistoryFigure.CGROUP, (500 + 20L * i) * MIB)
                        .set(HistoryFigure.LIMIT, 4096 * MIB)
                        .set(HistoryFigure.RSS, 100 * MIB))))
                .hasSize(1);
    }
}
