package io.nmt.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The report that the agent writes in this process at memory pressure, at the limit of direct buffers and where native
 * memory is refused: its twin for programs, in the place that the agent's option {@code pressure-file} names, or else
 * in the directory for temporary files. Not thread-safe.
 */
final class Evidence {
    private static final String DEFAULT = "nmt-pressure-%p.txt";
    private static final Pattern OPTION = Pattern.compile("(?:^|[=,])pressure-file=([^,]+)");
    private static final String ATTACHED_WITH = "io.nmt.agent.options";
    private static final String TEXT = ".txt";
    private static final String TWIN = ".json";
    private static final int MOST_LINES = 8;
    private static final int STEP_MILLIS = 50;

    private final List<File> places;
    private File file;
    private long modified;
    private List<String> summary = List.of();

    private Evidence(List<File> places) {
        this.places = places;
    }

    static Evidence ofThisProcess() {
        String name =
                option().replace("%p", Long.toString(ProcessHandle.current().pid()));
        boolean isText = name.endsWith(TEXT);
        String twin = (isText ? name.substring(0, name.length() - TEXT.length()) : name).concat(TWIN);
        File wanted = new File(twin).getAbsoluteFile();
        return new Evidence(List.of(wanted, new File(System.getProperty("java.io.tmpdir"), wanted.getName())));
    }

    private static String option() {
        List<String> said = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
        said.removeIf(argument -> !argument.startsWith("-javaagent:"));
        said.add(System.getProperty(ATTACHED_WITH, ""));
        for (String options : said) {
            Matcher option = OPTION.matcher(options);
            if (option.find()) {
                return option.group(1);
            }
        }
        return DEFAULT;
    }

    /** Looks for a report that was not there before: two calls of the file system. Returns whether there is one. */
    boolean isNew() {
        for (File place : places) {
            long time = place.lastModified();
            if (time > modified) {
                modified = time;
                return read(place);
            }
        }
        return false;
    }

    /** Waits for the twin of a report for people that is there: the agent writes it a moment later. */
    void await(long millis) throws InterruptedException {
        for (long waited = 0; waited < millis && isAwaited(); waited += STEP_MILLIS) {
            Thread.sleep(STEP_MILLIS);
        }
    }

    private boolean isAwaited() {
        for (File place : places) {
            String twin = place.getPath();
            File report =
                    new File(twin.substring(0, twin.length() - TWIN.length()).concat(TEXT));
            if (report.isFile() && report.lastModified() > place.lastModified()) {
                return true;
            }
        }
        return false;
    }

    private boolean read(File place) {
        try {
            List<String> lines = new ArrayList<>();
            for (JsonNode line : new ObjectMapper().readTree(place).path("summary")) {
                if (lines.size() < MOST_LINES) {
                    lines.add(line.asText());
                }
            }
            file = place;
            summary = List.copyOf(lines);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** The path of the last one; empty if there is none. */
    String file() {
        return file == null ? "" : file.getPath();
    }

    /** The summary that Kubernetes would show. */
    List<String> summary() {
        return summary;
    }
}
