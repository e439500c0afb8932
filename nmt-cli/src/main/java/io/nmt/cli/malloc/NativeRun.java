package io.nmt.cli.malloc;

import io.nmt.channel.CommandException;
import io.nmt.channel.profiler.ProfilerLibrary;
import io.nmt.cli.guard.UntrustedFiles;
import io.nmt.cli.options.Patience;
import io.nmt.cli.process.TargetProcess;
import io.nmt.cli.process.UserOutput;
import io.nmt.cli.terminal.ProgressBar;
import io.nmt.core.threads.DetachedThread;
import io.nmt.jfr.recordings.MallocReader;
import io.nmt.report.document.Amounts;
import io.nmt.report.malloc.MallocContext;
import io.nmt.report.malloc.MallocProfile;
import io.nmt.report.malloc.ProfileFindings;
import io.nmt.report.model.Ages;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;

/** Makes a profile of another process's malloc. To be used once. */
public final class NativeRun {
    private static final Pattern OWN_ALLOCATOR = Pattern.compile("jemalloc|mimalloc|rpmalloc|tcmalloc|duckdb|libarrow");
    private static final long LONGER_SECONDS = 20;
    private static final long LATER_SECONDS = 5;
    private static final int RUN_CHARS = 8;
    private static final long LOOK_MILLIS = 100;
    private static final long MOST_RECORDED_BYTES = 64L << 20;
    private static final long LOOK_FOR_LIBRARIES_MILLIS = 2000;
    private static final long LEAST_USABLE_BYTES = 4 << 20;
    // What is written until it has ended, on a busy machine: beyond, the command that should end it was killed.
    private static final int GUARDED_PARTS = 8;
    private static final int DISK_DIVISOR = 8;
    private static final int FIRST_JDK_THAT_WARNS = 21;
    private static final long NANOS_PER_MILLI = 1_000_000;

    // The profiler's clock and the system's may differ by so much.
    private static final long CLOCKS_DIFFER_MILLIS = 20;
    private static final long CLOCKS_DIFFER_DIVISOR = 1000;

    private static final String BEGUN = "nmt: watching now";

    private final TargetProcess target;
    private final Patience patience;
    private final PrintWriter err;
    private final long millis;
    private final long intervalBytes;
    private final NativeSteps steps;

    /**
     * A run.
     *
     * @param millis for how long
     * @param intervalBytes between two samples
     * @param err takes what the user should know beside the result
     */
    public NativeRun(TargetProcess target, Patience patience, PrintWriter err, long millis, long intervalBytes) {
        this.target = target;
        this.patience = patience;
        this.err = err;
        this.millis = millis;
        this.intervalBytes = intervalBytes;
        this.steps = new NativeSteps(target, patience, err);
    }

    /** The profile, and its context. */
    public record Result(MallocProfile profile, MallocContext context) {}

    /**
     * Makes the profile.
     *
     * @param library of async-profiler, as the process sees it; null to take the one in this jar
     */
    public Result run(String library) throws CommandException, IOException {
        NativeSteps.Begin begin = steps.begin();
        String run = UUID.randomUUID().toString().substring(0, RUN_CHARS);
        steps.claim(run, seconds() + LATER_SECONDS);
        try {
            return run(library, begin, run);
        } finally {
            release(run);
        }
    }

    /** Again, it does nothing. */
    private void release(String run) {
        try {
            steps.release(run);
        } catch (CommandException e) {
            // The right to run ends by itself a little later.
        }
    }

    private long seconds() {
        return millis / 1000 + LONGER_SECONDS;
    }

    private Result run(String library, NativeSteps.Begin begin, String run) throws CommandException, IOException {
        if (library == null && begin.allocator().equals("jemalloc")) {
            JemallocRun jemalloc = new JemallocRun(target, begin.directory(), steps::dumpHeap);
            Instant start = Instant.now();
            if (jemalloc.dump(0)) {
                return compare(jemalloc, start);
            }
        }
        String used = library == null ? steps.extract() : library;
        Profiler profiler = new Profiler(target, used, begin.directory(), run, patience);
        profiler.check(begin.allocator());
        if (library != null) {
            profiler.checkLibrary();
        }
        sayCost(begin, library);
        Thread ending = DetachedThread.of("nmt-end-profile", () -> endEarly(profiler, run));
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

    /** Has jemalloc write its heap profile twice. */
    private Result compare(JemallocRun run, Instant start) throws CommandException, IOException {
        try {
            err.println(
                    "nmt: jemalloc samples in process " + target.pid() + " already: its heap profiles of now and of in "
                            + Ages.format(millis * NANOS_PER_MILLI) + " are compared");
            err.println(BEGUN);
            err.flush();
            NativeSteps.InUse before = steps.inUse();
            await(null, 0);
            NativeSteps.End end = steps.end();
            Instant now = Instant.now();
            if (!run.dump(1)) {
                throw new CommandException("jemalloc in process " + target.pid() + " does not write its heap profile");
            }
            MallocProfile profile = UntrustedFiles.read(run.files(), () -> run.compare(start, now));
            return kept(new Result(profile, end.since(before, allocators())));
        } finally {
            run.deleteFiles();
        }
    }

    /** Libraries that have an allocator of their own, which is not watched, as far as their names tell. */
    private List<String> allocators() {
        Set<String> names = new TreeSet<>();
        try {
            if (target.proc() != null) {
                target.proc().maps(path -> {
                    String file = path.substring(path.lastIndexOf('/') + 1);
                    if (OWN_ALLOCATOR.matcher(file).find()) {
                        names.add(file);
                    }
                    return false;
                });
            }
        } catch (IOException e) {
            // Then none is named.
        }
        return List.copyOf(names);
    }

    private Result kept(Result result) throws CommandException {
        steps.found(ProfileFindings.suspect(result.profile, result.context));
        return result;
    }

    private void sayCost(NativeSteps.Begin begin, String library) {
        err.println("nmt: async-profiler" + (library == null ? " " + ProfilerLibrary.VERSION : "")
                + " watches malloc in process " + target.pid() + " for " + Ages.format(millis * NANOS_PER_MILLI)
                + ". It adds 0.3 us to each malloc and free, and a few us to each sample ("
                + (intervalBytes <= 1 ? "each malloc" : "one in " + Amounts.format(intervalBytes))
                + "). It writes at most " + Amounts.format(MOST_RECORDED_BYTES) + " to " + begin.directory());
        if (begin.jdk() >= FIRST_JDK_THAT_WARNS) {
            err.println("nmt: that process does not warn of agents that are loaded later: async-profiler turns that"
                    + " off");
        }
        err.flush();
    }

    private Result run(Profiler profiler) throws CommandException, IOException {
        steps.guard(profiler.recordingPath(), GUARDED_PARTS * MOST_RECORDED_BYTES, seconds());
        profiler.start(intervalBytes, seconds());
        // It has taken memory itself, for the symbols of all libraries.
        NativeSteps.InUse before = steps.inUse();
        Instant begin = Instant.now();
        err.println(BEGUN);
        err.flush();
        long took = await(profiler, Math.min(MOST_RECORDED_BYTES, profiler.usableBytes() / DISK_DIVISOR));
        // What is live now, and stays so until the profile ends, is in the list of all blocks if the tracker knows it.
        Instant moment = Instant.now().minusMillis(CLOCKS_DIFFER_MILLIS + took / CLOCKS_DIFFER_DIVISOR);
        BlockAddresses tracked = new BlockAddresses();
        steps.dump(new UserOutput(tracked));
        tracked.sort();
        double lostShare = profiler.lostShare();
        NativeSteps.End end = steps.end();
        profiler.stop();
        MallocProfile profile = UntrustedFiles.read(
                List.of(profiler.recording()),
                () -> MallocReader.read(profiler.recording(), begin, moment, tracked::contains, lostShare));
        return kept(new Result(profile, end.since(before, allocators())));
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
                if (profiler.recordedBytes() > most || profiler.usableBytes() < LEAST_USABLE_BYTES) {
                    ProgressBar.printAbove(
                            "nmt: ended after " + Ages.format(waited * NANOS_PER_MILLI) + ": the recording has"
                                    + " an event for each free, and reached its limit, "
                                    + Amounts.format(profiler.recordedBytes()),
                            err);
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

    private void endEarly(Profiler profiler, String run) {
        end(profiler);
        release(run);
    }

    private static void end(Profiler profiler) {
        try {
            profiler.stop();
        } catch (CommandException e) {
            // It ends by itself a little later.
        }
        profiler.deleteFiles();
    }
}
