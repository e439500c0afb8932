package io.nmt.cli.usage;

import io.nmt.cli.guard.Modules;
import io.nmt.cli.guard.UntrustedFiles;
import io.nmt.cli.options.ProcessId;
import io.nmt.cli.process.NamedJvms;
import io.nmt.cli.process.NamedJvms.Fit;
import io.nmt.jfr.recordings.RecordingReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** The command of a command line that begins with a JVM, a file or a folder. */
public final class MeantCommand {
    /** Options of the command that is meant, which may come first. */
    private static final Set<String> FIRST = Set.of("--outside", "--wide", "--json", "--no-color");

    private MeantCommand() {}

    /**
     * Adds the command.
     *
     * @param typed all words
     * @param commands the names of all commands and options
     * @return the same words where the first one is a command, an option, or none of these
     */
    public static String[] complete(String[] typed, Set<String> commands) {
        if (typed.length > 0 && FIRST.contains(typed[0])) {
            return with("explain", typed);
        }
        if (typed.length == 0 || typed[0].startsWith("-") || commands.contains(typed[0])) {
            return typed;
        }
        String command = of(typed[0], isAlone(typed), commands);
        return command.isEmpty() ? typed : with(command, typed);
    }

    private static String[] with(String command, String... typed) {
        return Stream.concat(Stream.of(command), Arrays.stream(typed)).toArray(String[]::new);
    }

    /** Behind it are options alone, some with a value. */
    private static boolean isAlone(String... typed) {
        for (int i = 1; i < typed.length; i++) {
            boolean isValue = i > 1 && typed[i - 1].startsWith("-") && !typed[i - 1].contains("=");
            if (!typed[i].startsWith("-") && !isValue) {
                return false;
            }
        }
        return true;
    }

    /** Empty for none. A word before others may be a command that was mistyped, so it is no name. */
    private static String of(String word, boolean alone, Set<String> commands) {
        if (alone && (ProcessId.isNumber(word) || isName(word, commands))) {
            return "explain";
        }
        Path there = UntrustedFiles.existing(word);
        if (there == null) {
            return "";
        }
        return isRecording(there) ? "report" : "postmortem";
    }

    private static boolean isRecording(Path file) {
        boolean canTell = ModuleLayer.boot().findModule(Modules.JFR).isPresent();
        return Files.isRegularFile(file)
                && (file.toString().endsWith(".jfr") || (canTell && RecordingReader.isRecording(file)));
    }

    /** Commands have no capitals. */
    private static boolean isOfClass(String word) {
        return !word.equals(word.toLowerCase(Locale.ROOT));
    }

    private static boolean isName(String word, Set<String> commands) {
        if (ModuleLayer.boot().findModule(Modules.ATTACH).isEmpty()) {
            return false;
        }
        NamedJvms.Found found = NamedJvms.find(word);
        return !found.named(word).isEmpty() && isName(word, found.fit(), commands);
    }

    /** As for each command, but a word like a command's is a slip, unless it is a name, or a part of a class's. */
    static boolean isName(String word, Fit fit, Set<String> commands) {
        return fit == Fit.NAME
                || (fit == Fit.PART_OF_NAME && isOfClass(word))
                || (fit != Fit.NONE && Typo.nearest(word, commands).isEmpty());
    }
}
