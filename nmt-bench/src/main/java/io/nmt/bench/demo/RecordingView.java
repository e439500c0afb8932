package io.nmt.bench.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Shows the events of native memory tracking in a recording. There is one a second for each category, too many to read;
 * so it shows how many there are, the last of each, and how one category grew.
 */
final class RecordingView {
    private static final int MOST_COLUMNS = 120;
    private static final String EVENTS = "nmt.*";
    private static final String USAGE = "nmt.NativeMemoryUsage";
    private static final String SITE = "nmt.NativeMemorySite";

    private final JfrTool jfr;
    private final String recording;
    private final String category;

    /**
     * A view of a recording.
     *
     * @param jfr the tool that reads it
     * @param recording the file's name
     * @param category whose growth is shown
     */
    RecordingView(JfrTool jfr, String recording, String category) {
        this.jfr = jfr;
        this.recording = recording;
        this.category = category;
    }

    /**
     * Prints it to stdout.
     *
     * @return false if the recording has no such events, or the JDK no tool to look
     */
    boolean print() throws IOException, InterruptedException {
        if (!jfr.exists()) {
            System.out.println("This Java runtime has no jfr tool; run the demo with a JDK to see its recording.");
            return true;
        }
        List<PrintedEvent> events =
                PrintedEvent.parse(jfr.run("print", "--stack-depth", "30", "--events", EVENTS, recording));
        if (events.isEmpty()) {
            System.err.println("The recording has no event " + EVENTS + ": was the agent active?");
            return false;
        }
        printSummary();
        printLastOfEach(events);
        printGrowth(events);
        System.out.printf("%nWhat it says: %s%n", meaning(events, category));
        return true;
    }

    private void printSummary() throws IOException, InterruptedException {
        printCommand("jfr summary " + recording, "of the events " + EVENTS);
        for (String line : jfr.run("summary", recording)) {
            if (line.startsWith(" Event Type") || line.startsWith("====") || line.startsWith(" nmt.")) {
                System.out.println(line);
            }
        }
    }

    private void printLastOfEach(List<PrintedEvent> events) {
        printCommand(
                "jfr print --stack-depth 30 --events '" + EVENTS + "' " + recording,
                "the last of each event and category");
        Map<String, PrintedEvent> last = new TreeMap<>();
        for (PrintedEvent event : events) {
            last.put(event.name() + " " + event.value("type"), event);
        }
        for (PrintedEvent event : last.values()) {
            event.lines().stream().map(RecordingView::cut).forEach(System.out::println);
        }
    }

    private void printGrowth(List<PrintedEvent> events) {
        printCommand("jfr print --events " + USAGE + " " + recording, "\"" + category + "\", one line a second");
        Map<String, PrintedEvent> bySecond = new LinkedHashMap<>();
        for (PrintedEvent event : events) {
            if (event.name().equals(USAGE) && event.value("type").equals(category)) {
                bySecond.put(event.value("startTime").substring(0, "hh:mm:ss".length()), event);
            }
        }
        bySecond.forEach((second, event) -> System.out.printf(
                "%s   committed = %10s   count = %s%n", second, event.value("committed"), event.value("count")));
    }

    /**
     * The events of a category in words.
     *
     * @param events of a recording, the earliest first
     * @param category its name
     * @return a sentence, which has only what is in them
     */
    static String meaning(List<PrintedEvent> events, String category) {
        List<String> counts = new ArrayList<>();
        String site = "";
        for (PrintedEvent event : events) {
            if (event.value("type").equals(category)) {
                if (event.name().equals(USAGE)) {
                    counts.add(event.value("count"));
                } else if (event.name().equals(SITE)) {
                    site = event.value("topFrame");
                }
            }
        }
        if (counts.isEmpty()) {
            return "there is nothing of \"" + category + "\".";
        }
        String first = counts.get(0);
        String last = counts.get(counts.size() - 1);
        return "\"" + category + "\" "
                + (first.equals(last) ? "has " + last : "went from " + first + " to " + last) + " blocks, "
                + (site.isEmpty()
                        ? "of which none was sampled: their call site is not known."
                        : "taken at" + System.lineSeparator() + "    " + site + " (its " + SITE + ", above).");
    }

    private static String cut(String line) {
        return line.length() <= MOST_COLUMNS ? line : line.substring(0, MOST_COLUMNS - 3) + "...";
    }

    private static void printCommand(String command, String part) {
        System.out.printf("%n$ %s   # %s%n", command, part);
    }
}
