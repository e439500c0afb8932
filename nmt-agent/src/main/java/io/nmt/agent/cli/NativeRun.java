package io.nmt.agent.cli;

import io.nmt.agent.channel.CommandClient;
import io.nmt.agent.channel.CommandException;
import io.nmt.agent.channel.CommandSocket;
import io.nmt.agent.channel.Request;
import io.nmt.agent.profiler.ProfilerLibrary;
import io.nmt.core.malloc.MallocContext;
import io.nmt.core.malloc.MallocProfile;
import io.nmt.core.malloc.OpenHandles;
import io.nmt.core.malloc.ProfileFindings;
import io.nmt.core.model.Ages;
import io.nmt.core.model.Scale;
import io.nmt.jfr.recordings.MallocReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes a profile of another process's malloc. To be used once. */
final class NativeRun {
    private static final long LONGER_SECONDS = 20;
    private static final long LOOK_MILLIS = 100;
    private static final long MOST_RECORDED = 64L << 20;
    private static final long LOOK_FOR_LIBRARIES_MILLIS = 2000;
    private static final long LEAST_USABLE = 4 << 20;
    // What is written until it has ended, on a busy machine: beyond, the command that should end it was killed.
    private static final int GUARDED_PARTS = 8;
    private static final int PART_OF_DISK = 8;
    private static final int FIRST_JDK_THAT_WARNS = 21;
    private static final long NANOS_PER_MILLI = 1_000_000;

    // The profiler's clock and the system's may differ by so much.
    private static final long CLOCKS_DIFFER_MILLIS = 20;
    private static final long CLOCKS_DIFFER_PART = 1000;

    private static final String BEGUN = "nmt: watching now";

    private final TargetProcess target;
    private final Patience patience;
    private final PrintWriter err;
    private final long millis;
    private final long intervalBytes;

    /**
     * A run.
     *
     * @param millis for how long
     * @param intervalBytes between two samples
     * @param err takes what the user should know beside the result
     */
    NativeRun(TargetProcess target, Patience patience, PrintWriter err, long millis, long intervalBytes) {
        this.target = target;
        this.patience = patience;
        this.err = err;
        this.millis = millis;
        this.intervalBytes = intervalBytes;
    }

    /** What was found. */
    record Result(MallocProfile profile, MallocContext context) {}

    /**
     * Makes the profile.
     *
     * @param library of async-profiler, as the process sees it; null to take the one in this jar
     */
    Result run(String library) throws CommandException, IOException {
        Map<String, String> begin = new LinkedHashMap<>();
        ask("begin", Map.of()).forEach(line -> begin.put(line[0], line[1]));
        String allocator = begin.getOrDefault("allocator", "");
        if (library == null && allocator.equals("jemalloc")) {
            JemallocRun run = new JemallocRun(target, directory(begin), this::dumpHeap);
            Instant start = Instant.now();
            if (run.dump(0)) {
                return compare(run, start);
            }
        }
        String used = library == null ? value("extract") : library;
        Profiler profiler = new Profiler(target, used, directory(begin), patience);
        profiler.check(allocator);
        if (library != null) {
            profiler.checkLibrary();
        }
        sayCost(begin, library);
        Thread ending = new Thread(() -> end(profiler), "nmt-end-profile");
        Runtime.getRuntime().addShutdownHook(ending);
        try {
            return run(profiler);
        } finally {
            end(profiler);
            forget(ending);
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This command is being ended.
        }
    }

    /** Where the process's agent and profiler write: not where a stranger's process says. */
    private String directory(Map<String, String> begin) throws CommandException {
        String directory = begin.getOrDefault("directory", "");
        ProcFile proc = target.proc();
        if (proc != null && !Path.of(directory).equals(CommandSocket.directory(Path.of("/"), proc.namespacePid()))) {
            throw new CommandException("what its agent has answered cannot be read");
        }
        return directory;
    }

    /** Has jemalloc write its heap profile twice. */
    private Result compare(JemallocRun run, Instant start) throws CommandException, IOException {
        try {
            err.println(
                    "nmt: jemalloc samples in process " + target.pid() + " already: its heap profiles of now and of in "
                            + Ages.format(millis * NANOS_PER_MILLI) + " are compared");
            err.println(BEGUN);
            err.flush();
            long inUseBefore = inUse(value("in-use"));
            await(null, 0);
            End end = end();
            Instant now = Instant.now();
            if (!run.dump(1)) {
                throw new CommandException("jemalloc in process " + target.pid() + " does not write its heap profile");
            }
            MallocProfile profile = InputFiles.read(run.files(), () -> run.compare(start, now));
            return kept(new Result(profile, new MallocContext(inUseBefore, end.inUse, end.handles)));
        } finally {
            run.deleteFiles();
        }
    }

    private boolean dumpHeap(String file) throws CommandException {
        return ask("heap", Map.of("file", file)).stream().anyMatch(line -> line[1].equals("true"));
    }

    private Result kept(Result result) throws CommandException {
        ask("found", Map.of("finding", ProfileFindings.suspect(result.profile, result.context)));
        return result;
    }

    private void sayCost(Map<String, String> begin, String library) {
        err.println("nmt: async-profiler" + (library == null ? " " + ProfilerLibrary.VERSION : "")
                + " watches malloc in process " + target.pid() + " for " + Ages.format(millis * NANOS_PER_MILLI)
                + ": each malloc with its free takes some 0.3 us longer meanwhile, a sample ("
                + (intervalBytes <= 1
                        ? "of each malloc"
                        : "one in " + Scale.fitting(intervalBytes).format(intervalBytes))
                + ") some us; up to "
                + Scale.MB.format(MOST_RECORDED) + " are written to " + begin.get("directory"));
        if (Integer.parseInt(begin.getOrDefault("jdk", "0")) >= FIRST_JDK_THAT_WARNS) {
            err.println("nmt: of agents that are loaded later, that process does not warn any more: async-profiler"
                    + " turns that off");
        }
        err.flush();
    }

    private Result run(Profiler profiler) throws CommandException, IOException {
        long seconds = millis / 1000 + LONGER_SECONDS;
        ask(
                "guard",
                Map.of(
                        "file",
                        profiler.recordingPath(),
                        "bytes",
                        Long.toString(GUARDED_PARTS * MOST_RECORDED),
                        "seconds",
                        Long.toString(seconds)));
        profiler.start(intervalBytes, seconds);
        // It has taken memory itself, for the symbols of all libraries.
        long inUseBefore = inUse(value("in-use"));
        Instant begin = Instant.now();
        err.println(BEGUN);
        err.flush();
        long took = await(profiler, Math.min(MOST_RECORDED, profiler.usableBytes() / PART_OF_DISK));
        // What is live now, and stays so until the profile ends, is in the list of all blocks if the tracker knows it.
        Instant moment = Instant.now().minusMillis(CLOCKS_DIFFER_MILLIS + took / CLOCKS_DIFFER_PART);
        BlockAddresses tracked = new BlockAddresses();
        client().ask(new Request("dump", Map.of()), new UserOutput(tracked), patience.answerMillis());
        tracked.sort();
        double lostShare = profiler.lostShare();
        End end = end();
        profiler.stop();
        MallocProfile profile = InputFiles.read(
                List.of(profiler.recording()),
                () -> MallocReader.read(profiler.recording(), begin, moment, tracked::contains, lostShare));
        return kept(new Result(profile, new MallocContext(inUseBefore, end.inUse, end.handles)));
    }

    private record End(long inUse, List<OpenHandles> handles) {}

    private End end() throws CommandException {
        List<OpenHandles> handles = new ArrayList<>();
        long inUse = -1;
        for (String[] line : ask("end", Map.of())) {
            switch (line[0]) {
                case "inUse" -> inUse = inUse(line[1]);
                case "handles" -> handles.add(handles(line[1]));
                default -> {} // of a later version
            }
        }
        return new End(inUse, handles);
    }

    /** Waits for the time to be over, or so much to be recorded. Returns how long it took, in milliseconds. */
    private long await(Profiler profiler, long most) throws CommandException {
        long start = System.nanoTime();
        long waited = 0;
        long looked = 0;
        try (ProgressBar progress = ProgressBar.start()) {
            while (waited < millis) {
                progress.show((int) (100 * waited / millis));
                Thread.sleep(Math.min(LOOK_MILLIS, millis - waited));
                waited = (System.nanoTime() - start) / NANOS_PER_MILLI;
                if (!target.isAlive()) {
                    throw new CommandException("process " + target.pid() + " has ended");
                }
                if (profiler == null) {
                    continue;
                }
                if (profiler.recordedBytes() > most || profiler.usableBytes() < LEAST_USABLE) {
                    err.println("nmt: ended after " + Ages.format(waited * NANOS_PER_MILLI) + ": the recording, which"
                            + " has an event for each free, has reached "
                            + Scale.fitting(most).format(profiler.recordedBytes()) + ", and may not have more");
                    err.flush();
                    break;
                }
                if (waited - looked > LOOK_FOR_LIBRARIES_MILLIS) {
                    looked = waited;
                    profiler.look();
                }
            }
        } catch (InterruptedException e) {
            throw new CommandException("interrupted");
        }
        return waited;
    }

    private static void end(Profiler profiler) {
        try {
            profiler.stop();
        } catch (CommandException e) {
            // It ends by itself a little later.
        }
        profiler.deleteFiles();
    }

    /** Asks for one figure or name. */
    private String value(String step) throws CommandException {
        List<String[]> lines = ask(step, Map.of());
        if (lines.isEmpty()) {
            throw new CommandException("what its agent has answered cannot be read");
        }
        return lines.get(0)[1];
    }

    private ProcessClient client() {
        return new ProcessClient(target, patience, err);
    }

    /** Asks the process's agent. Returns the lines of its answer, each as a key and a value. */
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

    private static long inUse(String text) {
        return text != null && text.matches("-?\\d{1,18}") ? Long.parseLong(text) : -1;
    }

    private static OpenHandles handles(String text) throws CommandException {
        String[] words = text.split("\t", -1);
        try {
            return new OpenHandles(
                    words[0],
                    words[1],
                    words[2],
                    Integer.parseInt(words[3]),
                    Long.parseLong(words[4]),
                    Boolean.parseBoolean(words[5]));
        } catch (RuntimeException e) {
            throw new CommandException("what its agent has answered cannot be read");
        }
    }
}
