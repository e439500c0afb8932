package io.nmt.agent.pressure;

import io.nmt.channel.files.AtomicFile;
import io.nmt.channel.files.OutputFile;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The file of the last report, and its twin for programs; the two before it have {@code .1} and {@code .2} at the end
 * of their names. That also keeps what an earlier process with the same id has left: in a container that is each one
 * before the restart.
 *
 * <p>The file is new each time, and for its owner alone from the first moment on, since stacks and paths are of no
 * concern to others. No link is followed, since the directory may be one that all may write to. A character device and
 * the process's own standard streams are written to; what is neither that nor a file is left alone.
 *
 * <p>It writes by streams: channels take direct buffers. Between {@link #write} and {@link #close} the file stays open,
 * so that what is added goes to the same one. Not thread-safe.
 */
final class EvidenceFile {
    // Of a file's mode, as in stat(2).
    private static final int TYPE = 0170000;
    private static final int REGULAR = 0100000;
    private static final int LINK = 0120000;
    private static final int CHARACTER_DEVICE = 0020000;
    private static final int NONE = 0;

    private static final String TEXT_SUFFIX = ".txt";
    private static final String JSON_SUFFIX = ".json";

    private final String pattern;
    private File file; // the last that was written
    private String problem; // why that is not where it should be; empty if it is
    private boolean regular;
    private FileOutputStream open;
    private long wholeBytes; // of what is complete in it

    /** A file of that name; {@code %p} in it is the process's id. */
    EvidenceFile(String pattern) {
        this.pattern = pattern;
    }

    /**
     * Writes a new file, under its name only when it is complete: where it should be, or else to the directory for
     * temporary files.
     *
     * @return its absolute path
     * @throws IOException if it can be written to neither
     */
    String write(String text) throws IOException {
        String name =
                pattern.replace("%p", Long.toString(ProcessHandle.current().pid()));
        close();
        file = null;
        problem = "";
        regular = false;
        File wanted = new File(name).getAbsoluteFile();
        try {
            write(wanted, text, true);
        } catch (IOException e) {
            problem = wanted + " cannot be written: " + OutputFile.reason(e);
            File other = new File(System.getProperty("java.io.tmpdir"), wanted.getName()).getAbsoluteFile();
            try {
                write(other, text, true);
            } catch (IOException again) {
                throw new IOException(
                        wanted + " cannot be written (" + OutputFile.reason(e) + "), nor " + other + " ("
                                + OutputFile.reason(again) + ")",
                        again);
            }
        }
        return file.getPath();
    }

    /** The reason why the last file is in the directory for temporary files; empty if it is in its place. */
    String problem() {
        return problem;
    }

    /**
     * Writes the twin of this file: a new one, under its name only when it is complete. Nothing happens where this is
     * no file, but a device or a stream.
     *
     * @param json its text
     * @param again whether it takes the place of the last one, which is then not kept
     * @throws IOException if it cannot be written
     */
    void writeTwin(String json, boolean again) throws IOException {
        if (file != null && regular) {
            EvidenceFile twin = new EvidenceFile(pattern);
            twin.write(twin(file), json, !again);
            twin.close();
        }
    }

    /** {@code a.json} for {@code a.txt}; every other name gets that ending. */
    static File twin(File file) {
        return withEnding(file, JSON_SUFFIX);
    }

    /** The file of that ending beside it. */
    static File withEnding(File file, String ending) {
        String path = file.getPath();
        boolean isText = path.endsWith(TEXT_SUFFIX);
        return new File((isText ? path.substring(0, path.length() - TEXT_SUFFIX.length()) : path).concat(ending));
    }

    /** The last one that was written, if it is a file; else null. */
    File lastFile() {
        return regular ? file : null;
    }

    /**
     * Makes an empty file in place of one that is kept, under the same rules, to be written to by others.
     *
     * @throws IOException if that is not possible
     */
    static void makeEmpty(File path) throws IOException {
        EvidenceFile empty = new EvidenceFile(path.getPath());
        empty.write(path, "", true);
        empty.close();
        if (!empty.regular) {
            throw new IOException(path + " is not a file");
        }
    }

    /** True if there is a file to add to. */
    boolean isWritten() {
        return open != null;
    }

    /** Loads what {@link #write} takes, and writes nothing. */
    void prepare() throws IOException {
        File wanted = new File(pattern.replace(
                        "%p", Long.toString(ProcessHandle.current().pid())))
                .getAbsoluteFile();
        if (!OutputFile.isStandardStream(wanted.getPath())) {
            type(wanted);
            try {
                AtomicFile.create(Path.of("/"), true);
            } catch (FileSystemException e) {
                return; // it is there: that is meant
            }
        }
    }

    /**
     * Adds to what was written. If that fails, none of it is added, but a line that says so, and nothing more can be.
     *
     * @throws IOException if it cannot be written, as on a disk that is full
     */
    void append(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            open.write(bytes);
            wholeBytes += bytes.length;
        } catch (IOException e) {
            breakOff("\nThe rest could not be written: "
                    .concat(OutputFile.reason(e))
                    .concat(".\n"));
            throw e;
        }
    }

    private void breakOff(String line) throws IOException {
        try (FileOutputStream out = open) {
            open = null;
            if (regular) {
                out.getChannel().truncate(wholeBytes);
                writeOrNothing(out, line);
            }
        }
    }

    private void writeOrNothing(FileOutputStream out, String line) throws IOException {
        try {
            out.write(line.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            out.getChannel().truncate(wholeBytes);
        }
    }

    /** Ends it, and has the system store it. Nothing happens if it has ended. */
    void close() throws IOException {
        FileOutputStream out = open;
        open = null;
        if (out != null) {
            try (out) {
                if (regular) {
                    // Not before: it may take long where pages are scarce, and a process that is killed loses nothing.
                    out.getFD().sync();
                }
            }
            if (regular) {
                AtomicFile.deleteAbandoned(file.toPath());
            }
        }
    }

    private void write(File path, String text, boolean keepsLast) throws IOException {
        int type = OutputFile.isStandardStream(path.getPath()) ? CHARACTER_DEVICE : type(path);
        open = type == CHARACTER_DEVICE ? written(path, text) : writtenAnew(path, type, text, keepsLast);
        wholeBytes = text.getBytes(StandardCharsets.UTF_8).length;
        regular = type != CHARACTER_DEVICE;
        file = path;
    }

    private static FileOutputStream writtenAnew(File file, int type, String text, boolean keepsLast)
            throws IOException {
        if (type != REGULAR && type != LINK && type != NONE) {
            throw new IOException(file + " is not a file");
        }
        AtomicFile written = AtomicFile.begin(file.toPath(), true);
        boolean complete = false;
        try {
            written.out().write(text.getBytes(StandardCharsets.UTF_8));
            if (keepsLast) {
                rename(withSuffix(file, ".1"), withSuffix(file, ".2"));
                rename(file, withSuffix(file, ".1"));
            }
            written.complete();
            complete = true;
            return written.out();
        } finally {
            if (!complete) {
                written.close();
            }
        }
    }

    private static FileOutputStream written(File device, String text) throws IOException {
        FileOutputStream out = new FileOutputStream(device, true);
        boolean complete = false;
        try {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            complete = true;
            return out;
        } finally {
            if (!complete) {
                out.close();
            }
        }
    }

    /** The type of the file itself, not of a link's target; {@link #NONE} if there is no file. */
    private static int type(File file) throws IOException {
        Path path;
        try {
            path = file.toPath();
        } catch (InvalidPathException e) {
            throw new IOException("the locale has no such name", e);
        }
        if (!file.exists()) {
            return NONE; // or a link to nothing: both are written anew, and a debugger stops at no exception
        }
        try {
            return (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & TYPE;
        } catch (NoSuchFileException e) {
            return NONE;
        } catch (UnsupportedOperationException e) {
            return file.isDirectory() ? TYPE : REGULAR;
        }
    }

    /** In place of what is there. */
    private static boolean rename(File from, File to) {
        return from.isFile() && (from.renameTo(to) || (to.delete() && from.renameTo(to)));
    }

    private static File withSuffix(File file, String suffix) {
        return new File(file.getPath().concat(suffix));
    }
}
