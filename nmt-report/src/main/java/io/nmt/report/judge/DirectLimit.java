package io.nmt.report.judge;

import io.nmt.core.model.Category;
import io.nmt.report.document.SafeText;
import io.nmt.report.model.Statement;
import java.util.List;

/** Proposes {@code -XX:MaxDirectMemorySize} from the peak of what counts toward it. */
final class DirectLimit {
    private static final String NAME = "-XX:MaxDirectMemorySize";

    private DirectLimit() {}

    /** Writes the proposal, or why there is none. */
    static void propose(LimitText text, ResidentLines lines, List<Statement> leaks) {
        long current = lines.facts().limits().directBytes();
        DirectPeak peak = new DirectPeak(lines.reading());
        for (Statement leak : leaks) {
            Category category = Category.find(leak.subject().category());
            if (category != null && category.mayBeDirect()) {
                text.append(NAME)
                        .append(": UNKNOWN, no limit is enough for a leak: ")
                        .append(SafeText.name(leak.subject().name()))
                        .append(", +")
                        .bytes(leak.perMinute())
                        .append("/min")
                        .asItIs(current);
                return;
            }
        }
        boolean arenasCount = peak.arenas() > 0;
        long perMinute =
                lines.perMinute(Category.DIRECT_BUFFER) + (arenasCount ? lines.perMinute(Category.FOREIGN_MEMORY) : 0);
        if (perMinute > 0) {
            text.append(NAME)
                    .append(": UNKNOWN, no limit is enough while direct buffers ")
                    .append(arenasCount ? "and arenas, which count toward it, " : "")
                    .append("grow: +")
                    .bytes(perMinute)
                    .append("/min. 'nmt leaks PID' shows their call sites")
                    .asItIs(current);
            return;
        }
        if (peak.all() == 0) {
            text.append(NAME).append(": no direct buffers so far").asItIs(current);
        } else {
            text.propose(NAME, LimitText.up(peak.wantedLimit()));
            appendReason(text, peak);
            text.append(". With 25 % headroom: ").bytes(peak.wantedLimit()).append(LimitText.ROUNDED);
            text.now(peak.wantedLimit(), current);
        }
        // It is not known which arenas are automatic.
        if (peak.arenasThatMayCount() > 0) {
            text.append("   Arenas had ")
                    .bytes(peak.arenasThatMayCount())
                    .append(" at their peak. Those of Arena.ofAuto() count toward it, too.\n");
        }
    }

    private static void appendReason(LimitText text, DirectPeak peak) {
        if (peak.all() == peak.tracked() + peak.others()) {
            text.append("Peak: ").bytes(peak.tracked());
            if (peak.others() > 0) {
                text.append(" of direct buffers, and ")
                        .bytes(peak.others())
                        .append(" of temporary buffers and arenas that count toward it");
            }
        } else if (peak.all() == peak.tracked() + peak.others() + peak.untracked()) {
            text.append("The JVM counts ").bytes(peak.untracked()).append(" that are not tracked");
            if (peak.tracked() > 0) {
                text.append(", peak of the others ").bytes(peak.tracked());
            }
        } else {
            text.append("The JVM counts ").bytes(peak.all()).append(" now");
        }
    }
}
