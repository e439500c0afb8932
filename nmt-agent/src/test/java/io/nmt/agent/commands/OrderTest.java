package io.nmt.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.SnapshotDiff.Change;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class OrderTest {
    private static final List<Change> CHANGES =
            List.of(change("A", 5000, 5, 3000, 5), change("B", 100, 1, 100, 1), change("C", 0, 0, 1200, 7));

    private static Change change(String name, long bytesBefore, long countBefore, long bytes, long count) {
        return new Change(usage(name, bytesBefore, countBefore), usage(name, bytes, count));
    }

    private static CategoryUsage usage(String name, long bytes, long count) {
        return new CategoryUsage(name, bytes, bytes, count, bytes, bytes, count);
    }

    private static String names(Map<String, String> options) throws CommandException {
        return Order.OF_CHANGES.sorted(CHANGES, new Request("diff", options)).stream()
                .map(Change::category)
                .collect(Collectors.joining());
    }

    @Test
    void orders() throws CommandException {
        assertThat(names(Map.of())).isEqualTo("ABC");
        assertThat(names(Map.of("sort", "change"))).isEqualTo("ACB");
        assertThat(names(Map.of("sort", "size"))).isEqualTo("ACB");
        assertThat(names(Map.of("sort", "count"))).isEqualTo("CAB");
        assertThat(names(Map.of("sort", "name"))).isEqualTo("ABC");
        assertThatThrownBy(() -> names(Map.of("sort", "color")))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("change, size, count, name");
    }
}
