package io.nmt.cli.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The options of another JVM, as its command line, its environment and the files that these name give them. */
final class JvmOptions {
    private static final String PREFIX = "-XX:";
    private static final List<String> FILES = List.of("-XX:VMOptionsFile=", "-XX:Flags=", "@");
    private static final long MOST_BYTES = 1 << 20;

    /** Options that the main class, jar or module follows, and the program's own arguments after that. */
    private static final Set<String> LAST_OPTIONS = Set.of("-jar", "-m", "--module");

    /** Options of the launcher whose value is the next word. */
    private static final Set<String> WITH_VALUE = Set.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--add-exports",
            "--add-opens",
            "--add-reads",
            "--patch-module",
            "--limit-modules",
            "--enable-native-access");

    private final Path directory;
    private final String flag;
    private boolean set;

    private JvmOptions(Path directory, String flag) {
        this.directory = directory;
        this.flag = flag;
    }

    /**
     * True if a flag is set that no JVM sets by itself. The last word on it holds. The last word on it holds.
     *
     * @param directory of the process, in {@code /proc}
     * @param flag its name, without plus or minus
     */
    static boolean areSet(Path directory, String flag) {
        JvmOptions options = new JvmOptions(directory, flag);
        String[] environment = options.entries("environ");
        options.read(environment, "JAVA_TOOL_OPTIONS");
        options.read(environment, "JDK_JAVA_OPTIONS");
        options.readCommandLine(options.entries("cmdline"));
        options.read(environment, "_JAVA_OPTIONS");
        return options.set;
    }

    /**
     * The main class or jar of a process, or the module, from its command line.
     *
     * @param directory of the process, in {@code /proc}
     * @return empty if there is none, or the command line cannot be read
     */
    static String mainOf(Path directory) {
        String[] words = new JvmOptions(directory, "").entries("cmdline");
        for (int i = 1; i < words.length; i++) {
            if (LAST_OPTIONS.contains(words[i])) {
                return i + 1 < words.length ? words[i + 1] : "";
            }
            if (!words[i].startsWith("-") && !words[i].startsWith("@")) {
                return words[i];
            }
            i += WITH_VALUE.contains(words[i]) ? 1 : 0;
        }
        return "";
    }

    /** The entries of a file in which each ends with a zero; nothing if it cannot be read. */
    private String[] entries(String file) {
        try {
            byte[] bytes = Files.readAllBytes(directory.resolve(file));
            return new String(bytes, StandardCharsets.ISO_8859_1).split("\0");
        } catch (IOException e) {
            return new String[0];
        }
    }

    private void read(String[] environment, String name) {
        for (String variable : environment) {
            if (variable.startsWith(name.concat("="))) {
                readWords(variable.substring(name.length() + 1));
            }
        }
    }

    /** Up to the main class: what follows are the program's own arguments. */
    private void readCommandLine(String... words) {
        for (int i = 1; i < words.length && (words[i].startsWith("-") || words[i].startsWith("@")); i++) {
            if (LAST_OPTIONS.contains(words[i])) {
                return;
            }
            read(words[i]);
            i += WITH_VALUE.contains(words[i]) ? 1 : 0;
        }
    }

    private void readWords(String words) {
        for (String word : words.replaceAll("[\"']", "").split("\\s+")) {
            read(word);
        }
    }

    private void read(String word) {
        if (word.equals(PREFIX + "+" + flag)) {
            set = true;
        } else if (word.equals(PREFIX + "-" + flag)) {
            set = false;
        }
        for (String file : FILES) {
            if (word.startsWith(file) && word.length() > file.length()) {
                readFile(word.substring(file.length()));
            }
        }
    }

    /** One without another one in it: the JVM does not allow that either. */
    private void readFile(String name) {
        Path file = name.startsWith("/")
                ? directory.resolve("root").resolve(name.substring(1))
                : directory.resolve("cwd").resolve(name);
        try {
            if (Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES) {
                for (String word :
                        Files.readString(file, StandardCharsets.ISO_8859_1).split("[\\s\"']+")) {
                    if (word.equals(PREFIX + "+" + flag) || word.equals("+" + flag)) {
                        set = true;
                    } else if (word.equals(PREFIX + "-" + flag) || word.equals("-" + flag)) {
                        set = false;
                    }
                }
            }
        } catch (IOException e) {
            // It cannot be read from here: nothing is known of it.
        }
    }
}
