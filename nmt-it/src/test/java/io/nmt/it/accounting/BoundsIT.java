package io.nmt.it.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.ManyKeys;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.DocumentedBounds;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.util.Locale;

/** No table grows beyond its bound, and what a table refuses is told: each gets twice its keys in a small heap. */
class BoundsIT {
    private static final String HANDLE = ManyKeys.class.getName() + "$Handle";
    private static final int HEAP_BYTES = 64 << 20;

    // As docs/reliability.md says.
    private static final int MOST_CLASSES = 1024;
    private static final int MOST_LATE_HANDLES = HEAP_BYTES / 32 / 64;

    @OnOldestAndNewestJdk
    void tablesStayWithinTheirBounds(Jdk jdk) {
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .agent("report=stdout,handles=" + HANDLE + "#close")
                .allowUnsafe()
                .options("-Xmx64m", "-XX:+UseSerialGC", "-XX:-UseGCOverheadLimit")
                .run(ManyKeys.class)
                .expectSuccess();

        int generated = ManyKeys.CLASSES * ManyKeys.HANDLES_PER_CLASS;
        int once = 1 + ManyKeys.DEPLOYMENTS;
        int beyond = (ManyKeys.CLASSES - (MOST_CLASSES - 2)) * ManyKeys.HANDLES_PER_CLASS;
        long late = ofHeap(MOST_LATE_HANDLES, outcome);
        assertThat(outcome.outLines())
                .contains(
                        "loaders left 0, of deployments 0",
                        "late " + late,
                        "others " + beyond + ", closed " + beyond / 2,
                        "open " + ManyKeys.OPEN_HANDLES,
                        "classes " + (MOST_CLASSES + 1) + ", created " + (once + generated + ManyKeys.OPEN_HANDLES)
                                + ", closed " + (once + generated / 2),
                        "thread (other threads)",
                        "categories 255, then Other",
                        "table open native handles of classes loaded before the agent: true",
                        "table single mapped files, zip streams and temporary buffers: true",
                        "table blocks with more reserved than committed: true",
                        "table named scopes: true",
                        "table windows of categories: true",
                        "table windows of call sites: true")
                .noneMatch(line -> line.startsWith("table ") && line.endsWith("false"));
        assertDocumented(outcome, "open native handles of classes loaded before the agent", "native handles of");
        assertDocumented(outcome, "single mapped files, zip streams and temporary buffers", "single mapped files");
        assertDocumented(outcome, "blocks with more reserved than committed", "blocks with more reserved");
        assertDocumented(outcome, "named scopes", "named scopes");
        long scopes = bound(outcome, "named scopes");
        assertThat(outcome.out())
                .contains("scope (other scopes) " + (ManyKeys.SCOPES - scopes) + ", others " + scopes + "\n");
        DocumentedBounds.assertDocumented(bound(outcome, "windows of categories"), "windows of the API", 0);
        DocumentedBounds.assertDocumented(bound(outcome, "windows of call sites"), "windows of the API", 1);
        assertThat(outcome.out())
                .contains("Not listed: open native handles of classes loaded before the agent ("
                        + String.format(Locale.ROOT, "%,d beyond %,d", ManyKeys.LATE_HANDLES - late, late)
                        + ", the bound for this heap).")
                .doesNotContain("for what is not tracked");
    }

    private static void assertDocumented(Outcome outcome, String table, String row) {
        DocumentedBounds.assertDocumented(bound(outcome, table), row, 0);
    }

    private static long bound(Outcome outcome, String table) {
        return outcome.outLines().stream()
                .filter(line -> line.startsWith("bound ") && line.endsWith(" ".concat(table)))
                .mapToLong(line -> Long.parseLong(line.split(" ")[1]))
                .findFirst()
                .orElseThrow(() -> new AssertionError(table + " is not at its bound: " + outcome));
    }

    /** The heap's limit is a little less than -Xmx with some collectors: the report tells the bound. */
    private static long ofHeap(long most, Outcome outcome) {
        long late = outcome.outLines().stream()
                .filter(line -> line.startsWith("late "))
                .mapToLong(line -> Long.parseLong(line.substring("late ".length())))
                .findFirst()
                .orElseThrow(() -> new AssertionError(outcome));
        assertThat(late).isBetween(most * 9 / 10, most);
        return late;
    }
}
