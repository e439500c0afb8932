package io.nmt.cli.malloc;

import io.nmt.channel.CommandException;
import io.nmt.cli.process.TargetProcess;
import io.nmt.report.malloc.JemallocHeap;
import io.nmt.report.malloc.JemallocProfile;
import io.nmt.report.malloc.MallocProfile;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** The heap profiles that jemalloc writes in another process: one before, and one after. */
final class JemallocRun {
    private final TargetProcess target;
    private final List<String> paths;
    private final Dump dump;

    /** A request to the process to write one. */
    interface Dump {
        /** Returns whether it has. */
        boolean to(String path) throws CommandException;
    }

    /** In a directory of the process's own. */
    JemallocRun(TargetProcess target, String directory, Dump dump) {
        this.target = target;
        this.paths = List.of(directory + "/native.0.heap", directory + "/native.1.heap");
        this.dump = dump;
    }

    boolean dump(int number) throws CommandException {
        return dump.to(paths.get(number));
    }

    List<Path> files() {
        return paths.stream().map(target::fileOf).toList();
    }

    MallocProfile compare(Instant begin, Instant end) throws IOException {
        List<Path> files = files();
        return JemallocProfile.of(
                read(files.get(0)), begin, read(files.get(1)), end, path -> target.fileOf(path.toString()));
    }

    /** Paths in it need not be in any encoding. */
    private static JemallocHeap read(Path file) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            return JemallocHeap.read(in);
        }
    }

    void deleteFiles() {
        for (Path file : files()) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // It goes with the directory.
            }
        }
    }
}
