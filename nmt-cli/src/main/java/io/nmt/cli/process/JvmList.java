package io.nmt.cli.process;

import static io.nmt.channel.AgentStatus.MARK_POSITION;

import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import io.nmt.channel.CommandException;
import io.nmt.channel.CommandSocket;
import io.nmt.report.reading.sources.Cgroup;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The JVMs that a command can reach. */
public final class JvmList {
    private static final String POSITION = "pos:";
    private static final String SOURCE_LAUNCHER = "jdk.compiler/com.sun.tools.javac.launcher."; // "java Orders.java"

    private JvmList() {}

    /**
     * A JVM.
     *
     * @param pid its process id
     * @param name of its main class, with arguments
     * @param tracked whether the agent tracks there; null where that cannot be seen from outside
     * @param outside what can be seen of it without asking it
     */
    public record Jvm(long pid, String name, Boolean tracked, Outside outside) {
        /**
         * Returns the main class with its packages, the jar with its folders, or the source file without its ending;
         * empty if it publishes none.
         */
        public String mainClass() {
            return main(name);
        }

        /** The arguments of its main class. */
        String arguments() {
            String[] words = name.strip().split(" ", 3);
            int first = isSource(words) ? 2 : 1;
            return String.join(" ", List.of(words).subList(Math.min(first, words.length), words.length));
        }

        /** Tells whether it is a command of this jar. */
        boolean isOwn() {
            return mainClass().matches("(.*/)?nmt-agent[^/]*\\.jar");
        }
    }

    /**
     * The figures of a process that the system tells.
     *
     * @param ageMillis since it started; -1 where unknown
     * @param rssBytes resident memory; -1 where unknown
     * @param limitBytes the least memory limit of its cgroups; 0 without one, -1 where unknown
     * @param jdk the version of its JDK, such as 17.0.15; empty where unknown
     */
    public record Outside(long ageMillis, long rssBytes, long limitBytes, String jdk) {
        /** Nothing is known. */
        public static final Outside UNKNOWN = new Outside(-1, -1, -1, "");

        private static Outside of(long pid) {
            try {
                long ageMillis = ProcessHandle.of(pid)
                        .flatMap(process -> process.info().startInstant())
                        .map(start -> Math.max(
                                0, Duration.between(start, Instant.now()).toMillis()))
                        .orElse(-1L);
                ProcFile proc = ProcFile.available() ? ProcFile.of(pid) : null;
                return proc == null
                        ? new Outside(ageMillis, -1, -1, "")
                        : new Outside(ageMillis, proc.rssBytes(), leastLimit(proc), proc.jdkVersion());
            } catch (CommandException e) {
                return UNKNOWN; // it has ended
            }
        }
    }

    private static long leastLimit(ProcFile proc) {
        return Cgroup.of(proc.directory().toFile()).limitBytes();
    }

    /** Finds all but this one and other commands of this jar, by process id, and looks at each from outside. */
    public static List<Jvm> find() {
        return named().stream()
                .map(jvm -> new Jvm(jvm.pid, jvm.name, isTracked(jvm.pid), Outside.of(jvm.pid)))
                .toList();
    }

    /** Finds the same, but looks at none: their names alone are known. */
    static List<Jvm> named() {
        List<Jvm> jvms = new ArrayList<>();
        for (VirtualMachineDescriptor descriptor : VirtualMachine.list()) {
            long pid = Long.parseLong(descriptor.id());
            Jvm jvm = new Jvm(pid, descriptor.displayName(), null, Outside.UNKNOWN);
            if (pid != ProcessHandle.current().pid() && !jvm.isOwn()) {
                jvms.add(jvm);
            }
        }
        jvms.sort(Comparator.comparingLong(Jvm::pid));
        return jvms;
    }

    /** The main class of a JVM, or its jar; "a JVM" if it does not publish that. */
    public static String mainClass(long pid) {
        try {
            for (VirtualMachineDescriptor jvm : VirtualMachine.list()) {
                if (jvm.id().equals(Long.toString(pid)) && !jvm.displayName().isBlank()) {
                    return main(jvm.displayName());
                }
            }
        } catch (NoClassDefFoundError e) {
            // This runtime has no module jdk.attach: the name is for people alone.
        }
        return "a JVM";
    }

    private static String main(String displayName) {
        String[] words = displayName.strip().split(" ", 3);
        return isSource(words) ? words[1].replaceFirst("\\.java$", "") : words[0];
    }

    private static boolean isSource(String... words) {
        return words[0].startsWith(SOURCE_LAUNCHER) && words.length > 1;
    }

    /** Asks a JVM only where it shows no mark: for each connection it takes a temporary buffer, which it counts. */
    private static Boolean isTracked(long pid) {
        try {
            ProcFile proc = ProcFile.available() ? ProcFile.of(pid) : null;
            Optional<Boolean> marked = proc == null ? Optional.empty() : hasMark(proc.directory());
            if (marked.orElse(false)) {
                return true;
            }
            boolean answers = TargetProcess.socketsOf(pid, proc).stream().anyMatch(CommandSocket::isAnswered);
            return answers ? Boolean.TRUE : marked.orElse(null);
        } catch (CommandException e) {
            return null;
        }
    }

    /**
     * See {@link io.nmt.channel.AgentStatus#MARK_POSITION}. The jar alone says nothing: it may be on the class
     * path. Empty if that is another user's process.
     */
    static Optional<Boolean> hasMark(Path process) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path file : files) {
                if (isJar(file) && position(process.resolve("fdinfo").resolve(file.getFileName())) == MARK_POSITION) {
                    return Optional.of(true);
                }
            }
            return Optional.of(false);
        } catch (IOException | DirectoryIteratorException e) {
            return Optional.empty();
        }
    }

    private static boolean isJar(Path file) {
        try {
            return Files.readSymbolicLink(file).toString().contains(".jar");
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }

    /** The position of a file descriptor, from the first line of its description; -1 if it was closed meanwhile. */
    private static long position(Path fdinfo) {
        try (BufferedReader lines = Files.newBufferedReader(fdinfo)) {
            String line = lines.readLine();
            return line != null && line.startsWith(POSITION)
                    ? Long.parseLong(line.substring(POSITION.length()).trim())
                    : -1;
        } catch (IOException | NumberFormatException e) {
            return -1;
        }
    }
}
