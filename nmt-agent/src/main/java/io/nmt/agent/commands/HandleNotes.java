package io.nmt.agent.commands;

import io.nmt.core.model.Ages;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Scale;
import io.nmt.core.report.SafeText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What native handles have to do with memory that is no call site's. */
final class HandleNotes {
    private static final int MOST_CLASSES = 5;
    // A database, its options, a session or two: each program with such a library has them.
    private static final int FEW = 10;

    // Ages are rounded down: what is asked again just before is asked once more.
    private static final long ALMOST_A_SECOND_NANOS = 999_999_999;

    private HandleNotes() {}

    /** Says which handles grow, and of which others there are many. */
    static List<String> of(List<HandleUsage> usages) {
        List<HandleUsage> others = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        StringBuilder growing = new StringBuilder();
        for (HandleUsage usage : usages) {
            HandleSite site = firstGrowing(usage);
            if (site != null) {
                growing.append(growing.length() == 0 ? "Native handles grow: " : "; ")
                        .append(SafeText.name(usage.className()))
                        .append(", ")
                        .append(Scale.group(notClosed(usage)))
                        .append(" not closed, ")
                        .append(Scale.group(site.growthPerMinute()))
                        .append(" a minute more from ")
                        .append(SafeText.name(site.site().toString()));
            } else if (notClosed(usage) >= FEW) {
                others.add(usage);
            }
        }
        if (growing.length() > 0) {
            notes.add(growing.append(". What memory of a library each of them holds is not known. 'handles PID' shows"
                            + " them.")
                    .toString());
        }
        if (!others.isEmpty()) {
            notes.add(ofOpen(others));
        }
        return notes;
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

    private static String ofOpen(List<HandleUsage> usages) {
        StringBuilder note = new StringBuilder("Open native handles: ");
        String separator = "";
        usages.sort(Comparator.comparingLong(usage -> -notClosed(usage)));
        for (HandleUsage usage : usages.subList(0, Math.min(MOST_CLASSES, usages.size()))) {
            note.append(separator)
                    .append(Scale.group(usage.open()))
                    .append(' ')
                    .append(SafeText.name(usage.className()));
            if (usage.collected() > 0) {
                note.append(" (and ").append(Scale.group(usage.collected())).append(" collected without a close)");
            }
            separator = ", ";
        }
        if (usages.size() > MOST_CLASSES) {
            note.append(", and ")
                    .append(Scale.group(usages.size() - MOST_CLASSES))
                    .append(" more classes with ")
                    .append(FEW)
                    .append(" or more");
        }
        return note.append(". Whether they hold any of the memory of native libraries, and how much, is not known."
                        + " 'handles PID' tells which code made them.")
                .toString();
    }

    /** The classes with sites that grow or have lost handles, and these sites alone. */
    static List<HandleUsage> suspects(List<HandleUsage> usages) {
        List<HandleUsage> suspects = new ArrayList<>();
        for (HandleUsage usage : usages) {
            HandleUsage suspect = usage.suspects();
            if (!suspect.sites().isEmpty()) {
                suspects.add(suspect);
            }
        }
        return suspects;
    }

    /** Says when to ask again, if growth cannot be told yet and none is known; nothing otherwise. */
    static String ofTooEarly(List<HandleUsage> usages) {
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
                : "It is too early to tell of all native handles whether they grow, ask again in "
                        + Ages.format(longest + ALMOST_A_SECOND_NANOS) + ".";
    }
}
