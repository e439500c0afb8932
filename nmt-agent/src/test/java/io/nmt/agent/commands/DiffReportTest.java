package io.nmt.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nmt.agent.channel.CommandException;
import io.nmt.core.report.Scale;
import io.nmt.core.snapshot.CategoryUsage;
import io.nmt.core.snapshot.Snapshot;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiffReportTest {
    private static final Snapshot BASELINE =
            snapshot("2026-01-02T03:04:05.678Z", usage("A", 5000, 5), usage("B", 100, 1));
    private static final Snapshot NOW =
            snapshot("2026-01-02T03:06:05Z", usage("A", 3000, 5), usage("B", 100, 1), usage("C", 1200, 7));

    @Test
    void text() throws CommandException {
        assertThat(new DiffReport(BASELINE, NOW, "")
                        .text(Scale.B, 119_900_000_000L)
                        .lines()
                        .map(String::stripTrailing))
                .containsExactly(
                        "Native memory outside the Java heap, and its change since the baseline of 2026-01-02T03:04:05Z"
                                + " (119 s ago), in bytes",
                        "Category   Current      +/-   Count   +/-",
                        "-----------------------------------------",
                        "A            3,000   -2,000       5",
                        "B              100                1",
                        "C            1,200   +1,200       7    +7",
                        "-----------------------------------------",
                        "Total        4,300     -800      13    +7");
    }

    /** A category may be in one of the two snapshots only: none of its bytes is lost from the rows or the total. */
    @Test
    void whatIsGoneIsARowWithItsLoss() throws CommandException {
        Snapshot now = snapshot("2026-01-02T03:06:05Z", usage("B", 0, 0), usage("C", 1200, 7));
        DiffReport report = new DiffReport(BASELINE, now, "change");

        assertThat(report.text(Scale.B, 0).lines().skip(3).map(String::stripTrailing))
                .containsExactly(
                        "A                0   -5,000       0    -5",
                        "C            1,200   +1,200       7    +7",
                        "B                0     -100       0    -1",
                        "-----------------------------------------",
                        "Total        1,200   -3,900       7    +1");
        assertThat(report.json("[]", "null"))
                .contains("{\"type\":\"A\",\"reserved\":0,\"committed\":0,\"count\":0,\"reservedChange\":-5000,"
                        + "\"committedChange\":-5000,\"countChange\":-5}");
    }

    @Test
    void reservedIsShownWhereItDiffers() throws CommandException {
        Snapshot now = snapshot("2026-01-02T03:06:05Z", new CategoryUsage("A", 9000, 5000, 5, 0, 0, 0));
        Snapshot baseline = snapshot("2026-01-02T03:04:05Z", usage("A", 5000, 5));
        assertThat(new DiffReport(baseline, now, "").text(Scale.KB, 0))
                .contains("Category   Committed   +/-   Reserved    +/-   Count   +/-")
                .contains("A                5KB              9KB   +4KB       5");
    }

    @Test
    void orders() throws CommandException {
        assertThat(names("")).isEqualTo("ABC");
        assertThat(names("change")).isEqualTo("ACB");
        assertThat(names("size")).isEqualTo("ACB");
        assertThat(names("count")).isEqualTo("CAB");
        assertThat(names("name")).isEqualTo("ABC");
        assertThatThrownBy(() -> names("color"))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("change, size, count, name");
    }

    private static String names(String order) throws CommandException {
        StringBuilder names = new StringBuilder();
        new DiffReport(BASELINE, NOW, order)
                .text(Scale.B, 0)
                .lines()
                .filter(line -> line.matches("[ABC] .*"))
                .forEach(line -> names.append(line.charAt(0)));
        return names.toString();
    }

    @Test
    void json() throws CommandException {
        assertThat(new DiffReport(BASELINE, NOW, "").json("[]", "null"))
                .startsWith(
                        "{\"baseline\":\"2026-01-02T03:04:05.678Z\",\"time\":\"2026-01-02T03:06:05Z\",\"categories\":[{"
                                + "\"type\":\"A\",\"reserved\":3000,\"committed\":3000,\"count\":5,\"reservedChange\":-2000,"
                                + "\"committedChange\":-2000,\"countChange\":0},")
                .endsWith("\"total\":{\"reserved\":4300,\"committed\":4300,\"count\":13,\"reservedChange\":-800,"
                        + "\"committedChange\":-800,\"countChange\":7},\"sites\":[],\"residentMemory\":null}");
    }

    private static CategoryUsage usage(String name, long bytes, long count) {
        return new CategoryUsage(name, bytes, bytes, count, bytes, bytes, count);
    }

    private static Snapshot snapshot(String time, CategoryUsage... usages) {
        long reserved = 0;
        long committed = 0;
        long count = 0;
        for (CategoryUsage usage : usages) {
            reserved += usage.reserved();
            committed += usage.committed();
            count += usage.count();
        }
        CategoryUsage total = new CategoryUsage("Total", reserved, committed, count, reserved, committed, count);
        return new Snapshot(Instant.parse(time), List.of(usages), total, false, 0, 0, 0);
    }
}
