package io.nmt.cli.malloc;

import io.nmt.channel.CommandClient;
import io.nmt.channel.CommandException;
import io.nmt.channel.CommandSocket;
import io.nmt.channel.Request;
import io.nmt.cli.options.Patience;
import io.nmt.cli.process.ProcFile;
import io.nmt.cli.process.ProcessClient;
import io.nmt.cli.process.RawText;
import io.nmt.cli.process.TargetProcess;
import io.nmt.cli.process.UserOutput;
import io.nmt.report.malloc.MallocContext;
import io.nmt.report.malloc.OpenHandleSite;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The work of a process's agent for a profile of its malloc. */
final class NativeSteps {
    private final TargetProcess target;
    private final Patience patience;
    private final PrintWriter err;

    /**
     * Asks nothing yet.
     *
     * @param err takes what the user should know beside the answers
     */
    NativeSteps(TargetProcess target, Patience patience, PrintWriter err) {
        this.target = target;
        this.patience = patience;
        this.err = err;
    }

    /**
     * Facts of the process at the beginning.
     *
     * @param directory of the process's own, to which it and the profiler write
     * @param allocator whose malloc it calls
     * @param jdk the version of its JDK; 0 if it does not tell
     */
    record Begin(String directory, String allocator, int jdk) {}

    /** Figures of the end: memory that is in use, and open handles. */
    record End(InUse inUse, List<OpenHandleSite> handles) {
        /** Facts of the process beside its profile. */
        MallocContext since(InUse before, List<String> allocators) {
            MallocContext.Growth growth = new MallocContext.Growth(
                    grown(before.rssBytes, inUse.rssBytes),
                    grown(before.anonymousBytes, inUse.anonymousBytes),
                    allocators);
            return new MallocContext(before.mallocBytes, inUse.mallocBytes, growth, handles);
        }

        private static long grown(long before, long after) {
            return before < 0 || after < 0 ? MallocContext.Growth.UNKNOWN : after - before;
        }
    }

    /** Bytes that are in use: malloc's blocks, RSS, and anonymous memory of it; each -1 if that is not told. */
    record InUse(long mallocBytes, long rssBytes, long anonymousBytes) {
        static InUse of(List<String[]> lines) {
            long[] values = {-1, -1, -1};
            for (String[] line : lines) {
                int index = List.of("inUse", "rss", "anonymous").indexOf(line[0]);
                if (index >= 0) {
                    values[index] = number(line[1]);
                }
            }
            return new InUse(values[0], values[1], values[2]);
        }
    }

    Begin begin() throws CommandException {
        Map<String, String> answer = new LinkedHashMap<>();
        ask("begin", Map.of()).forEach(line -> answer.put(line[0], line[1]));
        String directory = answer.getOrDefault("directory", "");
        ProcFile proc = target.proc();
        // A stranger's process must not choose where files are read and deleted.
        if (proc != null && !isOfSocket(Path.of(directory))) {
            throw unreadable();
        }
        return new Begin(directory, answer.getOrDefault("allocator", ""), (int) Math.max(0, number(answer.get("jdk"))));
    }

    private boolean isOfSocket(Path directory) {
        Path tmp = CommandSocket.directory(Path.of("/"), 0).getParent();
        return tmp.equals(directory.getParent())
                && target.sockets().stream()
                        .anyMatch(socket -> socket.getParent().getFileName().equals(directory.getFileName()));
    }

    /**
     * Takes the right to profile this process for so long, which one command at a time has.
     *
     * @throws CommandException if another one has it
     */
    void claim(String run, long seconds) throws CommandException {
        Map<String, String> options = Map.of("run", run, "seconds", Long.toString(seconds));
        if (ask("claim", options).stream().noneMatch(line -> line[1].equals("true"))) {
            throw new CommandException("process " + target.pid()
                    + " is being watched already by another 'native'. One that was killed"
                    + " ends within 20 s of its time");
        }
    }

    /** Lets another one profile it. */
    void release(String run) throws CommandException {
        ask("release", Map.of("run", run));
    }

    /** Puts async-profiler where the process can load it. Returns its path, as the process sees it. */
    String extract() throws CommandException {
        return value("extract");
    }

    /** Has jemalloc write its heap profile. Returns whether it has. */
    boolean dumpHeap(String file) throws CommandException {
        return ask("heap", Map.of("file", file)).stream().anyMatch(line -> line[1].equals("true"));
    }

    /** Has a recording ended that grows beyond that, or for longer. */
    void guard(String file, long bytes, long seconds) throws CommandException {
        ask("guard", Map.of("file", file, "bytes", Long.toString(bytes), "seconds", Long.toString(seconds)));
    }

    /** Memory that is in use now. */
    InUse inUse() throws CommandException {
        return InUse.of(ask("in-use", Map.of()));
    }

    End end() throws CommandException {
        List<OpenHandleSite> handles = new ArrayList<>();
        List<String[]> lines = ask("end", Map.of());
        for (String[] line : lines) {
            if (line[0].equals("handles")) {
                handles.add(handles(line[1]));
            }
        }
        return new End(InUse.of(lines), handles);
    }

    /** Tells it what was found, for what it says of its resident memory. */
    void found(String finding) throws CommandException {
        ask("found", Map.of("finding", finding));
    }

    /** Has it write all blocks that it tracks. */
    void dump(UserOutput output) throws CommandException {
        client().ask(new Request("dump", Map.of()), output, patience.answerMillis());
    }

    private ProcessClient client() {
        return new ProcessClient(target, patience, err);
    }

    /** Asks for one figure or name. */
    private String value(String step) throws CommandException {
        List<String[]> lines = ask(step, Map.of());
        if (lines.isEmpty()) {
            throw unreadable();
        }
        return lines.get(0)[1];
    }

    /** Returns the lines of its answer, each as a key and a value. */
    private List<String[]> ask(String step, Map<String, String> more) throws CommandException {
        Map<String, String> options = new LinkedHashMap<>(more);
        options.put("step", step);
        StringBuilder text = new StringBuilder();
        client().ask(
                        new Request("native", options),
                        new RawText(text),
                        patience.answerMillis(CommandClient.ANSWER_MILLIS));
        List<String[]> lines = new ArrayList<>();
        for (String line : text.toString().lines().toList()) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                lines.add(new String[] {line.substring(0, equals), line.substring(equals + 1)});
            }
        }
        return lines;
    }

    private static long number(String text) {
        return text != null && text.matches("-?\\d{1,18}") ? Long.parseLong(text) : -1;
    }

    private static OpenHandleSite handles(String text) throws CommandException {
        String[] words = text.split("\t", -1);
        try {
            return new OpenHandleSite(
                    words[0],
                    words[1],
                    words[2],
                    Integer.parseInt(words[3]),
                    Long.parseLong(words[4]),
                    Boolean.parseBoolean(words[5]));
        } catch (RuntimeException e) {
            throw unreadable();
        }
    }

    private static CommandException unreadable() {
        return new CommandException("its agent's answer cannot be read");
    }
}
