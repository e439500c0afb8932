package io.nmt.report.document;

import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Scale;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Judgement;
import io.nmt.report.model.Urgency;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Statements on native handles and their part in memory without a call site. */
public final class HandleFindings {
    private static final int MOST_CLASSES = 5;
    // A database, its options, a session or two: each program with such a library has them.
    private static final int FEW_HANDLES = 10;

    // Ages are rounded down: what is asked again just before is asked once more.
    private static final long ALMOST_A_SECOND_NANOS = 999_999_999;

    private HandleFindings() {}

    /**
     * Tells which handles there are many of, beside those that grow.
     *
     * @param usages by class
     * @return sentences; none if there is nothing to tell
     */
    public static List<String> of(List<HandleUsage> usages) {
        return judgements(usages, false).stream().map(Judgement::text).toList();
    }

    /**
     * The same, and how urgent it is.
     *
     * @param usages by class
     * @param recorded whether they are of a recording: there is nothing more to ask then
     * @return none if there is nothing to tell
     */
    public static List<Judgement> judgements(List<HandleUsage> usages, boolean recorded) {
        List<HandleUsage> others = new ArrayList<>();
        List<Judgement> found = new ArrayList<>();
        for (HandleUsage usage : usages) {
            if (firstGrowing(usage) == null && notClosed(usage) >= FEW_HANDLES) {
                others.add(usage);
            }
        }
        if (!others.isEmpty()) {
            boolean lost = others.stream().anyMatch(usage -> usage.collected() > 0);
            found.add(new Judgement(lost ? Urgency.WARNING : Urgency.NOTE, ofOpen(others, recorded)));
        }
        return found;
    }

    private static HandleSite firstGrowing(HandleUsage usage) {
        for (HandleSite site : usage.sites()) {
            if (site.growing()) {
                return site;
            }
        }
        return null;
    }

    private static long notClosed(HandleUsage usage) {
        return usage.open() + usage.collected();
    }

    private static String ofOpen(List<HandleUsage> usages, boolean recorded) {
        StringBuilder note = new StringBuilder("HELD native handles not closed: ");
        String separator = "";
        usages.sort(Comparator.comparingLong(usage -> -notClosed(usage)));
        for (HandleUsage usage : usages.subList(0, Math.min(MOST_CLASSES, usages.size()))) {
            note.append(separator)
                    .append(Scale.group(notClosed(usage)))
                    .append(' ')
                    .append(SafeText.name(usage.className()));
            if (usage.collected() > 0) {
                note.append(" (").append(Scale.group(usage.collected())).append(" collected without a close)");
            }
            separator = ", ";
        }
        if (usages.size() > MOST_CLASSES) {
            note.append(", and ")
                    .append(Scale.group(usages.size() - MOST_CLASSES))
                    .append(" more classes with ")
                    .append(FEW_HANDLES)
                    .append(" or more");
        }
        return note.append(". Their native memory is unknown.")
                .append(recorded ? "" : " Next: 'nmt handles PID'")
                .toString();
    }

    /**
     * The classes with sites that grow or have lost handles, and these sites alone.
     *
     * @param usages by class
     * @return those of them that have such sites
     */
    public static List<HandleUsage> suspects(List<HandleUsage> usages) {
        List<HandleUsage> suspects = new ArrayList<>();
        for (HandleUsage usage : usages) {
            HandleUsage suspect = usage.suspects();
            if (!suspect.sites().isEmpty()) {
                suspects.add(suspect);
            }
        }
        return suspects;
    }

    /**
     * Says when to ask again.
     *
     * @param usages by class
     * @return a sentence, if growth cannot be told yet and none is known; nothing otherwise
     */
    public static String ofTooEarly(List<HandleUsage> usages) {
        long longest = 0;
        for (HandleUsage usage : usages) {
            for (HandleSite site : usage.sites()) {
                if (site.growing()) {
                    return "";
                }
                longest = Math.max(longest, site.judgedInNanos());
            }
        }
        return longest == 0
                ? ""
                : "UNKNOWN growth of some native handles. Ask again in " + Ages.format(longest + ALMOST_A_SECOND_NANOS)
                        + ".";
    }
}
