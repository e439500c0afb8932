package io.nmt.cli.malloc;

import io.nmt.channel.CommandException;
import io.nmt.channel.Reason;
import io.nmt.cli.options.Patience;
import io.nmt.cli.process.Attachment;
import io.nmt.cli.process.ProcFile;
import io.nmt.cli.process.TargetProcess;
import io.nmt.report.document.Amounts;
import io.nmt.report.document.SafeText;
import io.nmt.report.malloc.ElfSymbols;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * async-profiler in another process, as an agent that is loaded for each of its commands. Its files are in a directory
 * of that process's own. Not thread-safe.
 */
final class Profiler {
    private static final String RECORDING = ".jfr";
    private static final String LOG = ".log";
    private static final String METRICS = ".metrics";
    private static final Pattern METRIC = Pattern.compile("(?m)^(\\w+) (\\d+)$");
    private static final double MOST_LOST_SHARE = 0.9;
    private static final List<String> OTHER_ALLOCATORS = List.of("jemalloc", "mimalloc", "tcmalloc");
    private static final Pattern C_LIBRARY = Pattern.compile("libc[.-].*|ld-.*");
    private static final String EXPORTED = "asprof_execute";
    private static final Set<String> ENTRIES = Set.of(EXPORTED, "Java_one_profiler_AsyncProfiler_execute0");
    private static final long LEAST_USABLE_BYTES = 16 << 20;
    private static final int ALREADY_STARTED = 200;

    private final TargetProcess target;
    private final String library;
    private final String directory;
    private final Patience patience;
    private final String run;
    private volatile boolean running;

    /**
     * A profiler that does not run yet.
     *
     * @param library as the process sees it
     * @param directory likewise, which the process can write to
     * @param run names its files, of this run alone
     */
    Profiler(TargetProcess target, String library, String directory, String run, Patience patience) {
        this.target = target;
        this.library = library;
        this.directory = directory;
        this.run = run;
        this.patience = patience;
    }

    /**
     * Refuses what is known to go wrong.
     *
     * @param allocator whose malloc the process calls
     * @throws CommandException if a library may take its memory from another malloc than the one that would be called
     *     in its place, which ends in a crash, or if another copy of the profiler is there
     */
    void check(String allocator) throws CommandException {
        if (OTHER_ALLOCATORS.contains(allocator)) {
            throw new CommandException("malloc is " + allocator + "'s in process " + target.pid()
                    + ". It hides C++ code from async-profiler, and a library bound to glibc's malloc would crash. "
                    + (allocator.equals("jemalloc")
                            ? "Let jemalloc profile: MALLOC_CONF=prof:true, --enable-native-access=ALL-UNNAMED,"
                                    + " JDK 22 or later"
                            : "Start it without, to watch it"));
        }
        ProcFile proc = target.proc();
        if (proc == null) {
            return;
        }
        Set<String> libraries = new LinkedHashSet<>();
        try {
            proc.maps(path -> {
                libraries.add(path);
                return false;
            });
        } catch (IOException e) {
            return; // it will be told by what comes next
        }
        for (String path : libraries) {
            String file = path.substring(path.lastIndexOf('/') + 1);
            if (!C_LIBRARY.matcher(file).matches()
                    && file.contains(".so")
                    && ElfSymbols.exportMalloc(target.fileOf(path))) {
                throw new CommandException("process " + target.pid() + " has loaded " + SafeText.name(path)
                        + ", with its own malloc: a library that is bound to it would crash");
            }
            if (!path.replace(" (deleted)", "").equals(library) && isProfiler(file, target.fileOf(path))) {
                throw new CommandException("process " + target.pid() + " has loaded another async-profiler, "
                        + SafeText.name(path) + "; if it is not profiling, --library with that path uses it");
            }
        }
    }

    /** By what it exports, since other tools give it names of their own; by its name where its file is gone. */
    private static boolean isProfiler(String name, Path file) {
        return name.toLowerCase(Locale.ROOT).startsWith("libasyncprofiler")
                || !Collections.disjoint(ElfSymbols.exported(file), ENTRIES);
    }

    /**
     * Refuses a library that is another one: to load it could harm the process.
     *
     * @throws CommandException unless it is there, and is async-profiler
     */
    void checkLibrary() throws CommandException {
        String problem = null;
        Path file = target.fileOf(library);
        try {
            if (!library.startsWith("/")) {
                problem = "is no absolute path";
            } else if (!Files.isRegularFile(file)) {
                problem = Files.exists(file)
                        ? "is not a regular file"
                        : "is not there, as process " + target.pid() + " sees it";
            } else {
                byte[] bytes = Files.readAllBytes(file);
                boolean profiler = new String(bytes, StandardCharsets.ISO_8859_1).contains(EXPORTED);
                boolean whole = target.proc() == null || ElfSymbols.isWhole(ByteBuffer.wrap(bytes));
                problem = !profiler
                        ? "is not a library of async-profiler"
                        : whole ? null : "is damaged: its end is missing";
            }
        } catch (IOException | RuntimeException e) {
            problem = "cannot be read: " + Reason.of(e);
        }
        if (problem != null) {
            throw new CommandException(SafeText.name(library) + " " + problem);
        }
    }

    /**
     * Starts it.
     *
     * @param intervalBytes between two samples
     * @param mostSeconds after which it ends by itself, if it is not ended
     */
    void start(long intervalBytes, long mostSeconds) throws CommandException {
        if (usableBytes() < LEAST_USABLE_BYTES) {
            throw new CommandException(
                    "there is no room for a recording in " + directory + ", only " + Amounts.format(usableBytes()));
        }
        String options = "start,nativemem=" + intervalBytes + ",jfr,quiet,timeout=" + mostSeconds + ",log=" + path(LOG)
                + ",file=" + path(RECORDING);
        running = true; // before it runs: a signal that ends this command meanwhile is to end that, too
        int code = load(options);
        if (code != 0) {
            running = false;
            String reason = said();
            deleteFiles();
            throw new CommandException(
                    code == ALREADY_STARTED && reason.contains("already started")
                            ? "process " + target.pid() + " is being watched by async-profiler already: by another"
                                    + " 'native', or by another user. A 'native' that was killed ends within 20 s of"
                                    + " its time"
                            : "async-profiler did not start in process " + target.pid() + ": "
                                    + (reason.isEmpty() ? "it returned " + code : reason));
        }
    }

    private int load(String options) throws CommandException {
        try {
            return Attachment.loadLibrary(target, library, options, patience);
        } catch (CommandException e) {
            throw new CommandException(e.getMessage()
                    + (library.startsWith(directory) && e.getMessage().contains("cannot load")
                            ? "; where programs must not run from /tmp (noexec), --library names a copy elsewhere"
                            : ""));
        }
    }

    private String said() {
        try {
            String log = new String(Files.readAllBytes(file(LOG)), StandardCharsets.UTF_8);
            return SafeText.line(log.strip().replaceFirst("^\\[ERROR\\] ", "").replace('\n', ' '));
        } catch (IOException e) {
            return "";
        }
    }

    /** The size of the recording so far, in bytes. */
    long recordedBytes() {
        try {
            return Files.size(recording());
        } catch (IOException e) {
            return 0;
        }
    }

    /** Bytes that can still be written there. */
    long usableBytes() {
        try {
            return Files.getFileStore(recording().getParent()).getUsableSpace();
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }

    /** Its path, as the process sees it. */
    String recordingPath() {
        return path(RECORDING);
    }

    Path recording() {
        return file(RECORDING);
    }

    /**
     * The share of samples, and of frees, that it had to drop, since a thread must not wait for another.
     *
     * @return from 0 to 1; negative if it does not say
     */
    double lostShare() throws CommandException {
        look();
        long total = 0;
        long skipped = -1;
        try {
            Matcher metric = METRIC.matcher(Files.readString(file(METRICS)));
            while (metric.find()) {
                switch (metric.group(1)) {
                    case "samples_total" -> total = Long.parseLong(metric.group(2));
                    case "samples_skipped_total" -> skipped = Long.parseLong(metric.group(2));
                    default -> {} // of something else
                }
            }
        } catch (IOException | NumberFormatException e) {
            return -1;
        }
        return skipped < 0 ? -1 : total == 0 ? 0 : Math.min(MOST_LOST_SHARE, skipped / (double) total);
    }

    /** Has it look for libraries that have come meanwhile, as it does at each of its commands. */
    void look() throws CommandException {
        Attachment.loadLibrary(target, library, "metrics,quiet,file=" + path(METRICS), patience);
    }

    /** Ends it; the recording is then complete. Again, or if it does not run, it does nothing. */
    void stop() throws CommandException {
        if (running) {
            running = false;
            int code = Attachment.loadLibrary(target, library, "stop,quiet,log=" + path(LOG), patience);
            if (code != 0) {
                throw new CommandException("async-profiler did not end in process " + target.pid() + ": " + said());
            }
        }
    }

    /** Deletes what it has written. */
    void deleteFiles() {
        for (String name : List.of(RECORDING, LOG, METRICS)) {
            try {
                Files.deleteIfExists(file(name));
            } catch (IOException e) {
                // It goes with the directory.
            }
        }
    }

    /** A path of this run alone: another run may begin, and be refused. */
    String path(String suffix) {
        return directory + "/native." + run + suffix;
    }

    private Path file(String name) {
        return target.fileOf(path(name));
    }
}
