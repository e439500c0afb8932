package io.nmt.report.document;

import io.nmt.core.model.Coverage;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.NotTracked;
import io.nmt.core.model.Scale;
import io.nmt.report.model.Ages;
import java.time.Instant;
import java.util.List;

/** Native handles as text for people: a line for each class, then where the open ones were made. */
public final class HandleReport {
    private static final String NONE =
            "No native handles were made since tracking began, of classes that are known or that the agent's option"
                    + " handles names.\n";
    private static final String UNKNOWN = "UNKNOWN handles: not all classes of a library have hooks.\n";
    private static final String TITLE = "Native handles: objects that own native memory until they are closed\n";

    private HandleReport() {}

    /**
     * Writes the handles of each class, and the sites that made those that are not closed.
     *
     * @param usages the class with most that are not closed first
     * @param top how many classes, and how many sites of each
     * @param stacks whether to show the calls that led to each site, too, and the threads
     * @param minimumAgeNanos how old those are that the sites have; 0 for all
     * @return lines, each ended by a line feed
     */
    public static String of(List<HandleUsage> usages, int top, boolean stacks, long minimumAgeNanos) {
        return of(usages, top, stacks, minimumAgeNanos, Coverage.UNKNOWN, Instant.EPOCH);
    }

    /**
     * Writes the same, with the libraries whose handles are not counted.
     *
     * @param usages the class with most that are not closed first
     * @param top how many classes, and how many sites of each
     * @param stacks whether to show the calls that led to each site, too, and the threads
     * @param minimumAgeNanos how old those are that the sites have; 0 for all
     * @param coverage which part of the process is tracked
     * @param now the moment of the figures
     * @return lines, each ended by a line feed
     */
    public static String of(
            List<HandleUsage> usages, int top, boolean stacks, long minimumAgeNanos, Coverage coverage, Instant now) {
        String gaps = LibraryGapLines.ofHandles(coverage).concat(TrackedSince.lines(coverage, now));
        if (usages.isEmpty() && coverage.notTracked().stream().anyMatch(NotTracked::isOfHandles)) {
            return UNKNOWN.concat(gaps);
        }
        return known(usages, top, stacks, minimumAgeNanos).concat(gaps);
    }

    private static String known(List<HandleUsage> usages, int top, boolean stacks, long minimumAgeNanos) {
        if (usages.isEmpty()) {
            return NONE;
        }
        StringBuilder text = new StringBuilder(1024);
        List<HandleUsage> shown = usages.subList(0, Math.min(top, usages.size()));
        text.append(TITLE);
        TextTable table = TextTable.ofFiguresAndName("Open", "Created", "Closed", "Lost", "±", "Oldest", "Class");
        for (HandleUsage usage : shown) {
            table.add(
                    Scale.group(usage.open()),
                    Scale.group(usage.created()),
                    Scale.group(usage.closed()),
                    Scale.group(usage.collected()),
                    Scale.group(usage.collectedError()),
                    usage.open() == 0 ? "" : Ages.format(usage.oldestAgeNanos()),
                    usage.className());
        }
        table.appendTo(text);
        String age = minimumAgeNanos == 0 ? "" : " " + Ages.format(minimumAgeNanos) + " ago or earlier";
        if (!appendSites(text, "Created" + age + " and not closed, by call site", shown, top, stacks)
                && minimumAgeNanos > 0) {
            text.append("\nNo open handle was created").append(age).append(".\n");
        }
        text.append("\nCreated and closed are exact. Lost: collected without a close. Their memory leaks unless the "
                + "library frees it then.\n");
        return text.toString();
    }

    /**
     * Writes the sites of handles that are suspects.
     *
     * @param suspects classes with those sites alone
     * @param top how many classes, and how many sites of each
     * @param stacks whether to show the calls that led to each site, too, and the threads
     * @return lines, each ended by a line feed; nothing if there are none
     */
    public static String ofSuspects(List<HandleUsage> suspects, int top, boolean stacks) {
        StringBuilder text = new StringBuilder();
        List<HandleUsage> shown = suspects.subList(0, Math.min(top, suspects.size()));
        appendSites(text, "Native handles that grow in number, or were lost, by call site", shown, top, stacks);
        if (text.length() > 0) {
            text.append(
                    "Native handles own memory of native libraries until they are closed; its size is unknown. For: "
                            + "time of growth. Lost: collected without a close.\n");
        }
        return text.toString();
    }

    /**
     * Writes which handles are not closed: a line for each class, with the site that made most of these.
     *
     * @param usages the class with most that are not closed first
     * @param top how many classes
     * @return lines, each ended by a line feed; nothing if all are closed
     */
    public static String ofOpen(List<HandleUsage> usages, int top) {
        TextTable table = TextTable.ofFiguresAndName("Open", "Lost", "±", "Oldest", "Class", "Most made at");
        int classes = 0;
        for (HandleUsage usage : usages) {
            if (usage.open() + usage.collected() > 0 && classes++ < top) {
                table.add(
                        Scale.group(usage.open()),
                        Scale.group(usage.collected()),
                        Scale.group(usage.collectedError()),
                        usage.open() == 0 ? "" : Ages.format(usage.oldestAgeNanos()),
                        usage.className(),
                        usage.sites().isEmpty()
                                ? ""
                                : usage.sites().get(0).site().label());
            }
        }
        if (classes == 0) {
            return "";
        }
        StringBuilder text = new StringBuilder(TITLE);
        table.appendTo(text);
        if (classes > top) {
            text.append("And ")
                    .append(Scale.group(classes - top))
                    .append(classes - top == 1 ? " more class.\n" : " more classes.\n");
        }
        return text.append("Lost: collected without a close. ± is one standard error; 0 is exact.\n")
                .toString();
    }

    /** Returns whether there were any. */
    private static boolean appendSites(
            StringBuilder text, String title, List<HandleUsage> usages, int top, boolean stacks) {
        TextTable table =
                TextTable.ofFiguresAndName("Open", "±", "Lost", "Growth/min", "±", "For", "Oldest", "Class", "Made at");
        int rows = 0;
        for (HandleUsage usage : usages) {
            for (HandleSite site :
                    usage.sites().subList(0, Math.min(top, usage.sites().size()))) {
                table.add(
                        Scale.group(site.open()),
                        Scale.group(site.standardError()),
                        Scale.group(site.collected()),
                        Scale.group(site.growthPerMinute()),
                        Scale.group(site.growthErrorPerMinute()),
                        site.growing() ? Ages.format(site.growingForNanos()) : "",
                        site.open() == 0 ? "" : Ages.format(site.oldestAgeNanos()),
                        simpleName(usage.className()),
                        StackText.name(site.site(), site.stacks().size()));
                rows++;
            }
        }
        if (rows == 0) {
            return false;
        }
        text.append('\n').append(title).append(" (").append(rows).append(")\n");
        table.appendTo(text);
        if (stacks) {
            int number = 1;
            for (HandleUsage usage : usages) {
                for (HandleSite site :
                        usage.sites().subList(0, Math.min(top, usage.sites().size()))) {
                    appendStack(text, number++, site);
                }
            }
        }
        return true;
    }

    private static void appendStack(StringBuilder text, int number, HandleSite site) {
        if (site.stacks().isEmpty()) {
            StackText.append(text, number, site.site());
            StackText.appendNames(text, "threads", site.threadNames());
            return;
        }
        StackText.appendLine(text, number, site.site(), site.stacks().size());
        for (HandleSite stack : site.stacks()) {
            text.append("   ").append(Scale.group(stack.open())).append(" open\n");
            StackText.appendFrames(text, stack.site());
            StackText.appendNames(text, "    threads", stack.threadNames());
        }
    }

    private static String simpleName(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
