package io.nmt.cli.postmortem;

import io.nmt.cli.json.JsonReader;
import io.nmt.cli.json.StatementReader;
import io.nmt.cli.postmortem.Remains.HeldSite;
import io.nmt.cli.postmortem.Remains.Pressure;
import io.nmt.cli.postmortem.Remains.Termination;
import io.nmt.report.document.JvmParts;
import io.nmt.report.document.SafeText;
import io.nmt.report.document.Table;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Statement;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what the agent leaves at memory pressure: reports, their twins, termination logs. */
final class PressureReader {
    /** The first line of a report; its form is fixed, since a process that is killed leaves no more. */
    private static final Pattern TITLE =
            Pattern.compile("^(\\d{4}-\\S{1,30}Z), process (\\d{1,18}): (.+?): usage ([^,]+(?:,\\d{3})*\\w+)"
                    + "(?:, (?:limit|threshold) ([^(\n]*[^( \n](?: \\((\\d{1,3}) %\\))?))?");
    /** A line with the name of a call site. */
    private static final Pattern NUMBERED = Pattern.compile("(?m)^\\d+\\. (\\S.*)$");

    private static final Pattern SUMMARY_TIME = Pattern.compile(" at (\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}Z)");
    private static final Pattern REPORT_PID = Pattern.compile("(?m)^Report: .*?(\\d{1,18})\\.txt");
    private static final String LAST_STEP = "Resident memory of the process";
    private static final String SUMMARY = "nmt: ";

    /** On stderr, and so in many an application's log. */
    private static final String TOLD = "nmt: memory pressure";

    private static final int SITES = 10;
    // What is not within these makes no sense: clocks of machines do not differ by a day.
    private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Duration AHEAD = Duration.ofDays(1);
    private static final long MOST_BYTES = 1L << 50;
    private static final long MOST_PID = Integer.MAX_VALUE;
    private static final int TIMES_LIMIT = 10;
    private static final double TIMES_OF_CGROUP = 1.1;

    // A line of the agent's is shorter, and it writes fewer.
    private static final int MOST_CHARS = 2000;
    private static final int MOST_LINES = 100;

    private PressureReader() {}

    /** A report for people; null if it is none. */
    static Pressure report(Path file, String text) {
        Matcher title = TITLE.matcher(text.substring(0, end(text)));
        if (!title.find()) {
            return null;
        }
        List<HeldSite> sites = new ArrayList<>();
        Matcher numbered = NUMBERED.matcher(text);
        while (sites.size() < MOST_LINES && numbered.find()) {
            sites.add(new HeldSite(numbered.group(1), -1));
        }
        String words = title.group(4) + (title.group(5) == null ? "" : " of " + title.group(5));
        return new Pressure(
                file,
                new ProcessIdentity(pid(Long.parseLong(title.group(2))), null, "", ""),
                instant(title.group(1)),
                title.group(3),
                title.group(3) + ": " + words,
                -1,
                -1,
                title.group(6) == null ? 0 : Long.parseLong(title.group(6)),
                List.of(),
                HeldSite.byLine(sites, SITES),
                List.of(),
                List.of(),
                JvmParts.empty(),
                List.of(),
                text.contains(LAST_STEP));
    }

    private static int end(String text) {
        int line = text.indexOf('\n');
        return Math.min(line < 0 ? text.length() : line, 2000);
    }

    /** Its twin; null if it is none. */
    static Pressure twin(Path file, String text) {
        Map<String, Object> twin;
        try {
            twin = JsonReader.object(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
        if (!(twin.get("cause") instanceof String cause) || !(twin.get("pid") instanceof Long pid)) {
            return null;
        }
        List<Statement> statements = StatementReader.read(twin.get("statements"));
        List<Statement> resident = StatementReader.read(
                        map(twin.get("residentMemory")).get("statements"))
                .stream()
                .filter(Statement::isOfResident)
                .limit(MOST_LINES)
                .toList();
        List<String> findings = new ArrayList<>(); // of older agents
        for (Object verdict :
                resident.isEmpty() ? list(map(twin.get("residentMemory")).get("verdicts")) : List.of()) {
            if (findings.size() < MOST_LINES) {
                findings.add(string(map(verdict).get("finding")));
            }
        }
        List<HeldSite> sites = new ArrayList<>();
        for (Object site : list(map(twin.get("callSites")).get("sites"))) {
            Map<?, ?> fields = map(site);
            sites.add(new HeldSite(
                    string(fields.get("type")) + ": " + string(fields.get("site")), bytes(fields.get("liveBytes"))));
        }
        Instant time = instant(string(twin.get("time")));
        Instant started = instant(string(twin.get("started")));
        ProcessIdentity process = new ProcessIdentity(
                pid(pid),
                started != null && time != null && started.isAfter(time) ? null : started,
                string(twin.get("program")),
                string(twin.get("javaVersion")));
        long usage = bytes(twin.get("usageBytes"));
        long limit = bytes(twin.get("limitBytes"));
        boolean credible = limit > 0
                && usage / TIMES_LIMIT <= limit
                && (!cause.startsWith("cgroup") || usage <= TIMES_OF_CGROUP * limit);
        return new Pressure(
                file,
                process,
                time,
                string(cause),
                string(twin.get("description")),
                usage,
                credible ? limit : -1,
                0,
                strings(twin.get("answer")),
                HeldSite.byLine(sites, SITES),
                statements,
                resident,
                parts(map(twin.get("jvm"))),
                findings,
                twin.containsKey("residentMemory"));
    }

    private static Table parts(Map<?, ?> jvm) {
        Table table = JvmParts.empty(instant(string(jvm.get("oldestTime"))));
        for (Object part : list(jvm.get("parts"))) {
            Map<?, ?> fields = map(part);
            if (table.rows().size() < MOST_LINES) {
                JvmParts.add(
                        table,
                        new JvmParts.Part(
                                SafeText.name(string(fields.get("part"))),
                                number(fields.get("count")),
                                number(fields.get("grownCount")),
                                number(fields.get("bytes")),
                                number(fields.get("limitBytes")),
                                number(fields.get("grownBytes")),
                                Accuracy.named(string(fields.get("accuracy"))).label()));
            }
        }
        return table;
    }

    private static Long number(Object value) {
        return value instanceof Long number && number <= MOST_BYTES && number >= -MOST_BYTES ? number : null;
    }

    /** A termination log; null if it is none. One that is empty was emptied. */
    static Termination termination(Path file, String text) {
        if (text.isEmpty()) {
            return new Termination(file, ProcessIdentity.UNKNOWN, null, List.of());
        }
        if (!text.startsWith(SUMMARY)
                || text.startsWith(TOLD)
                || !SUMMARY_TIME.matcher(text.substring(0, end(text))).find()) {
            return null;
        }
        Matcher time = SUMMARY_TIME.matcher(text);
        Matcher pid = REPORT_PID.matcher(text);
        ProcessIdentity process = pid.find()
                ? new ProcessIdentity(pid(Long.parseLong(pid.group(1))), null, "", "")
                : ProcessIdentity.UNKNOWN;
        return new Termination(
                file,
                process,
                time.find() ? instant(time.group(1)) : null,
                text.lines().limit(MOST_LINES).toList());
    }

    private static Instant instant(String text) {
        try {
            Instant instant = Instant.parse(text);
            return instant.isBefore(FIRST) || instant.isAfter(Instant.now().plus(AHEAD)) ? null : instant;
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private static Map<?, ?> map(Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static List<?> list(Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    private static List<String> strings(Object value) {
        List<String> strings = new ArrayList<>();
        for (Object element : list(value)) {
            if (strings.size() < MOST_LINES) {
                strings.add(string(element));
            }
        }
        return strings;
    }

    private static String string(Object value) {
        return value instanceof String string ? string.substring(0, Math.min(MOST_CHARS, string.length())) : "";
    }

    /** Returns -1 if it is no number of bytes that there can be. */
    private static long bytes(Object value) {
        return value instanceof Long number && number >= 0 && number <= MOST_BYTES ? number : -1;
    }

    /** Returns 0 if it is no process's. */
    private static long pid(long number) {
        return number > 0 && number <= MOST_PID ? number : 0;
    }
}
