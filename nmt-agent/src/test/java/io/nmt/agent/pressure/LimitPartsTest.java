package io.nmt.agent.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.CgroupMemory;
import io.nmt.report.model.ResidentMemory;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LimitPartsTest {
    private static final long MIB = 1 << 20;

    @Test
    void trackedMemory() {
        LimitParts filling = LimitParts.byCounts(370 * MIB, 370 * MIB, 10 * MIB, 5 * MIB, 340 * MIB);
        assertThat(filling.most()).isEqualTo(LimitParts.Part.TRACKED);
        assertThat(filling.inWords(300))
                .isEqualTo("native memory of Java code up to 340 MB, JVM and libraries at least 20 MB,"
                        + " Java heap up to 10 MB");
    }

    @Test
    void heapThatIsInUse() {
        assertThat(LimitParts.byCounts(370 * MIB, 370 * MIB, 350 * MIB, 300 * MIB, 30 * MIB)
                        .most())
                .isEqualTo(LimitParts.Part.HEAP);
    }

    /** The heap has taken much that was never touched, and tracked code as well: which is resident, is not told. */
    @Test
    void whatCannotBeTold() {
        LimitParts filling = LimitParts.byCounts(370 * MIB, 370 * MIB, 600 * MIB, 20 * MIB, 500 * MIB);
        assertThat(filling.most()).isNull();
        assertThat(filling.inWords(300)).isEqualTo("Java heap up to 600 MB, native memory of Java code up to 500 MB");
    }

    @Test
    void neitherHeapNorTrackedMemory() {
        assertThat(LimitParts.byCounts(370 * MIB, 370 * MIB, 50 * MIB, 20 * MIB, 40 * MIB)
                        .most())
                .isEqualTo(LimitParts.Part.REST);
    }

    @Test
    void anotherProcessOfTheContainer() {
        assertThat(LimitParts.byCounts(370 * MIB, 150 * MIB, 50 * MIB, 20 * MIB, 60 * MIB)
                        .most())
                .isEqualTo(LimitParts.Part.OTHERS);
    }

    @Test
    void filesInMemory() {
        ResidentMemory memory = ResidentMemory.recorded(Instant.EPOCH, 60 * MIB, List.of())
                .withCgroup(new CgroupMemory(Map.of(CgroupFigure.SHARED, 280 * MIB), "", 0));

        LimitParts filling = LimitParts.byReading(370 * MIB, memory, 0);

        assertThat(filling.most()).isEqualTo(LimitParts.Part.FILES);
        assertThat(filling.bytes(LimitParts.Part.OTHERS)).isEqualTo(30 * MIB);
    }

    @Test
    void nothingAlone() {
        assertThat(LimitParts.byCounts(300 * MIB, 300 * MIB, 100 * MIB, 90 * MIB, 100 * MIB)
                        .most())
                .isNull();
    }
}
