package io.nmt.cli.postmortem;

import io.nmt.cli.postmortem.Remains.Crash;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code hs_err_pid*.log}, as HotSpot of 17 to 25 writes it. */
final class CrashReader {
    private static final String NO_MEMORY = "# There is insufficient memory for the Java Runtime Environment";
    private static final String FATAL = "# A fatal error has been detected by the Java Runtime Environment";
    private static final Pattern PID = Pattern.compile("(?m)^#.*\\bpid=(\\d{1,18})\\b");
    private static final Pattern FILE_PID = Pattern.compile("hs_err_pid(\\d{1,18})\\.log");
    private static final Pattern TIME = Pattern.compile(
            "(?m)^Time: (\\w{3} \\w{3} +\\d+ [\\d:]+ \\d{4} [^ ]+)(?: elapsed time: (\\d{1,9})[.\\d]* seconds)?");
    private static final Pattern JDK = Pattern.compile("(?m)^# JRE version: .*\\(build ([^)]+)\\)");
    private static final Pattern COMMAND = Pattern.compile("(?m)^(?:java_command: |Command Line: )(.*)$");
    private static final Pattern REFUSED = Pattern.compile("(?m)^# (Native memory allocation .*)$");
    private static final Pattern PROBLEM = Pattern.compile("(?m)^#  (\\S.*)$");
    private static final Pattern FRAME = Pattern.compile("(?m)^# Problematic frame:\\R# (.+)$");
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy z", Locale.ENGLISH);

    private CrashReader() {}

    /** True if a text is a crash report. */
    static boolean isCrash(String text) {
        int end = Math.min(text.length(), 400);
        String begin = text.substring(0, end);
        return begin.contains(NO_MEMORY) || begin.contains(FATAL);
    }

    /** Reads it. */
    static Crash read(Path file, String text) {
        Matcher time = TIME.matcher(text);
        Instant when = null;
        Instant started = null;
        if (time.find()) {
            when = instant(time.group(1));
            started = when == null || time.group(2) == null
                    ? null
                    : when.minus(Duration.ofSeconds(Long.parseLong(time.group(2))));
        }
        ProcessIdentity process = new ProcessIdentity(pid(file, text), started, program(text), first(JDK, text));
        return new Crash(
                file,
                process,
                when,
                kind(text),
                problem(text),
                first(FRAME, text).strip());
    }

    private static Crash.Kind kind(String text) {
        if (text.contains(NO_MEMORY)) {
            return Crash.Kind.NO_NATIVE_MEMORY;
        }
        if (text.contains("OutOfMemory encountered")) {
            return Crash.Kind.JAVA_HEAP;
        }
        return text.contains("si_code: 0 (SI_USER)") ? Crash.Kind.SENT : Crash.Kind.DEFECT;
    }

    /** The refused memory, or the first indented line: the signal, or the error. */
    private static String problem(String text) {
        String refused = first(REFUSED, text);
        if (!refused.isEmpty()) {
            return refused;
        }
        StringBuilder problem = new StringBuilder();
        Matcher line = PROBLEM.matcher(text);
        while (line.find() && problem.length() < 200) {
            String words = line.group(1).replaceFirst(",? pid=.*$", "").strip();
            problem.append(problem.length() == 0 ? "" : "; ").append(words);
        }
        return problem.toString();
    }

    private static String program(String text) {
        String command = first(COMMAND, text).strip();
        for (String word : command.split(" +")) {
            if (!word.startsWith("-")) {
                return word; // without arguments: these may have secrets in them
            }
        }
        return "";
    }

    private static long pid(Path file, String text) {
        String inText = first(PID, text);
        String inName = inText.isEmpty() ? first(FILE_PID, String.valueOf(file.getFileName())) : inText;
        return inName.isEmpty() ? 0 : Long.parseLong(inName);
    }

    private static Instant instant(String time) {
        try {
            return ZonedDateTime.parse(time.replaceAll(" +", " "), FORMAT).toInstant();
        } catch (DateTimeParseException e) {
            return null; // a zone that this JDK does not know
        }
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }
}
