package io.nmt.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.NotTracked;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Categories that are called untracked, where a JDK has other classes than those of the table. */
class HookCoverageTest {
    private static final String UNIX = "sun/nio/ch/UnixFileDispatcherImpl";
    private static final String WINDOWS = "sun/nio/ch/FileDispatcherImpl";

    @ParameterizedTest
    @ValueSource(ints = {17, 20, 21, 25})
    void aJdkThatHasAllRows(int jdk) {
        assertThat(notTracked(jdk, className -> !className.equals(WINDOWS))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 21, 25})
    void windows(int jdk) {
        assertThat(notTracked(
                        jdk,
                        className -> !className.equals(UNIX)
                                && !className.contains("Linux")
                                && !className.endsWith("/EPoll")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 25})
    void aSystemWhoseDispatcherNoRowNames(int jdk) {
        assertThat(notTracked(jdk, className -> !className.equals(UNIX) && !className.equals(WINDOWS)))
                .containsExactly(new NotTracked("Mapped File", "no sun.nio.ch.UnixFileDispatcherImpl.map0", false));
    }

    @Test
    void aJdkWithoutAClassOfZlib() {
        assertThat(notTracked(17, className -> !className.endsWith("/Deflater")))
                .containsOnly(new NotTracked(Category.ZIP.name(), "no java.util.zip.Deflater.<init>", false));
    }

    /** It is named, with what another agent may have done; and not as a lack of the system's. */
    @Test
    void aClassThatCannotBeChanged() {
        HookCoverage coverage = new HookCoverage();
        List<Hook> bits = HookTable.byClass(17).get("java/nio/Bits");
        List<Hook> inflater = HookTable.byClass(17).get("java/util/zip/Inflater");
        for (List<Hook> rows : List.of(bits, inflater)) {
            rows.forEach(coverage::want);
            coverage.place(rows);
            coverage.remove(rows);
            coverage.refuse(rows, "x cannot be changed");
        }

        assertThat(coverage.notTracked())
                .containsExactly(
                        new NotTracked("Direct Buffer", "x cannot be changed; it is counted as Unsafe", true),
                        new NotTracked("Zip", "x cannot be changed", true));
    }

    private static List<NotTracked> notTracked(int jdk, Predicate<String> isThere) {
        HookCoverage coverage = new HookCoverage();
        for (Map.Entry<String, List<Hook>> entry : HookTable.byClass(jdk).entrySet()) {
            entry.getValue().forEach(coverage::want);
            if (isThere.test(entry.getKey())) {
                coverage.place(entry.getValue());
            }
        }
        return coverage.notTracked();
    }
}
