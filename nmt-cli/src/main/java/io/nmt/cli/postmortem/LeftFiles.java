package io.nmt.cli.postmortem;

import io.nmt.cli.postmortem.Remains.HeapDump;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Looks through files and directories for what processes have left. A stranger may have written them: links in
 * directories are not followed, of directories in a directory only JFR's repositories are looked into, a file is read
 * as far as its kind is long, and one that cannot be read is a note. Not thread-safe.
 */
public final class LeftFiles {
    /** The end of the note on a recording that is empty. */
    public static final String IN_REPOSITORY = "its parts are in JFR's repository";

    private static final int MOST_FILES = 10_000;
    private static final long MOST_RECORDING_BYTES = 1L << 30;
    private static final int BEGIN_BYTES = 4096;
    private static final String RECORDING = "FLR\0";
    private static final String TWIN = "{\"time\":\"";
    private static final String USAGE = "\"usageBytes\":";
    private static final Pattern HEAP_DUMP = Pattern.compile("java_pid(\\d{1,18})\\.hprof");
    private static final Pattern KEPT = Pattern.compile("\\.[12]$");

    private final boolean recordings;
    private final List<Remains> remains = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<Path> begun = new ArrayList<>(); // parts of recordings without events
    private int files;
    private int filesBelow; // in directories of the named ones

    /**
     * Nothing is found yet.
     *
     * @param recordings whether recordings can be read here
     */
    public LeftFiles(boolean recordings) {
        this.recordings = recordings;
    }

    List<Remains> remains() {
        begun.forEach(part -> RecordingRemains.breakOff(part, remains));
        return remains;
    }

    /**
     * The files that could not be read, with reasons.
     *
     * @return sentences for people, without a full stop
     */
    public List<String> notes() {
        return notes;
    }

    /**
     * Looks at a file, or at all of a directory.
     *
     * @param path that the user has named: if it is a link, it is followed
     * @throws IOException if it is not there or cannot be read, with a message for people
     */
    public void look(Path path) throws IOException {
        if (!Files.exists(path)) {
            throw new IOException(path + " does not exist");
        }
        if (Files.isDirectory(path)) {
            lookInto(
                    path,
                    !RecordingRemains.REPOSITORY
                            .matcher(String.valueOf(path.toAbsolutePath().getFileName()))
                            .matches());
        } else if (!Files.isRegularFile(path)) {
            throw new IOException(path + " is neither a file nor a directory");
        } else {
            int notesBefore = notes.size();
            if (!lookAt(path) && notes.size() == notesBefore) {
                throw new IOException(path + " is no file of the agent, HotSpot or JFR");
            }
        }
    }

    private void lookInto(Path directory, boolean deeper) throws IOException {
        List<Path> repositories = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                if (++files > MOST_FILES) {
                    notes.add("only the first " + MOST_FILES + " files were looked at");
                    return;
                }
                if (Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
                    lookSafely(entry);
                } else if (deeper && isRepository(entry)) {
                    repositories.add(entry);
                } else if (deeper && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    addRepositories(entry, repositories);
                }
            }
        } catch (AccessDeniedException e) {
            throw new IOException(directory + " cannot be read: access denied", e);
        } catch (DirectoryIteratorException e) {
            throw new IOException(directory + " cannot be read: " + e.getCause().getMessage(), e);
        }
        for (Path repository : repositories) {
            try {
                lookInto(repository, false);
            } catch (IOException e) {
                notes.add(String.valueOf(e.getMessage()));
            }
        }
    }

    private static boolean isRepository(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                && RecordingRemains.REPOSITORY
                        .matcher(String.valueOf(path.getFileName()))
                        .matches();
    }

    /** Adds those of a directory below the named one, which may be JFR's own. */
    private void addRepositories(Path directory, List<Path> repositories) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                if (++filesBelow > MOST_FILES) {
                    return;
                }
                if (isRepository(entry)) {
                    repositories.add(entry);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return; // it is not known to be JFR's
        }
    }

    private void lookSafely(Path file) {
        try {
            lookAt(file);
        } catch (AccessDeniedException e) {
            notes.add(file.getFileName() + " cannot be read: access denied");
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            boolean namesIt = message.startsWith(file.toString());
            notes.add(namesIt ? message : file.getFileName() + " cannot be read: " + message);
        }
    }

    /** Returns false if it is of no kind that is known. */
    private boolean lookAt(Path file) throws IOException {
        String name = KEPT.matcher(String.valueOf(file.getFileName())).replaceFirst("");
        Matcher dump = HEAP_DUMP.matcher(name);
        Remains found = null;
        String begin = FileText.begin(file, BEGIN_BYTES);
        if (dump.matches()) {
            ProcessIdentity process = new ProcessIdentity(Long.parseLong(dump.group(1)), null, "", "");
            found = new HeapDump(file, process, Files.getLastModifiedTime(file).toInstant());
        } else if (begin.startsWith(TWIN)) {
            found = PressureReader.twin(file, FileText.begin(file, FileText.MOST_BYTES));
            if (found == null && begin.contains(USAGE)) {
                notes.add(
                        file.getFileName() + " was not read: it is not the JSON that the agent writes, or breaks off");
            }
        } else if (name.endsWith(".jfr") || begin.startsWith(RECORDING)) {
            found = recording(file);
        } else if (!begin.isEmpty() || name.contains("termination")) {
            found = text(file, begin);
        }
        if (found != null) {
            remains.add(found);
        }
        return found != null;
    }

    /** By its beginning: most files of a directory are something else, and may be large. */
    private static Remains text(Path file, String begin) throws IOException {
        if (CrashReader.isCrash(begin)) {
            return CrashReader.read(file, FileText.begin(file, FileText.PAGE_BYTES));
        }
        return PressureReader.report(file, begin) == null
                ? PressureReader.termination(file, begin)
                : PressureReader.report(file, FileText.begin(file, FileText.PAGE_BYTES));
    }

    private Remains recording(Path file) throws IOException {
        if (Files.size(file) == 0) {
            notes.add(file.getFileName() + " is empty: its recording had not ended; " + IN_REPOSITORY);
            return null;
        }
        if (!recordings) {
            notes.add(file.getFileName() + " was not read: this Java runtime has no module jdk.jfr");
            return null;
        }
        if (Files.size(file) > MOST_RECORDING_BYTES) {
            notes.add(file.getFileName() + " was not read: it has more than 1 GB; 'report' reads it");
            return null;
        }
        if (RecordingRemains.isBegun(file)) {
            begun.add(file);
            notes.add(file.getFileName() + " has no events: its JVM had just begun it");
            return null;
        }
        return RecordingRemains.read(file, notes);
    }
}
