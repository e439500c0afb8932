package io.nmt.agent;

import io.nmt.agent.exit.ExitThread;
import io.nmt.agent.options.AgentException;
import io.nmt.agent.pressure.HandleLines;
import io.nmt.channel.CommandException;
import io.nmt.channel.files.AtomicFile;
import io.nmt.channel.files.HeldFile;
import io.nmt.channel.files.OutputFile;
import io.nmt.core.NativeMemory;
import io.nmt.core.internal.tracker.SecurityRefusal;
import io.nmt.core.model.Scale;
import io.nmt.core.reader.TrackerReader;
import io.nmt.core.threads.DetachedThread;
import io.nmt.report.document.ExitClasses;
import io.nmt.report.document.ReportText;
import io.nmt.report.document.SafeText;
import io.nmt.report.document.SiteReport;
import io.nmt.report.document.SummaryReport;
import io.nmt.report.reading.sources.MallocCheck;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;

/** Prints the report when the JVM exits: after the last thread, {@code System.exit} or a signal. */
final class ExitReport extends ExitThread {
    private static final int MOST_DETAILS = 10; // rows of each list
    private static final int TOP_SITES = 5;
    private static final long MOST_MILLIS = 10_000;
    private static final long LAST_WORD_MILLIS = 1000;

    private final String target;
    private final Scale scale;

    // Made before the heap can be full: at exit there may be no room for a class, a thread or a line.
    private final Printer printer = new Printer();
    private final LastWord lastWord = new LastWord();
    private final FileOutputStream stderr = new FileOutputStream(FileDescriptor.err);
    private final byte[] noMemory;
    private final byte[] failed;
    private final byte[] notComplete;
    private final HeldFile held; // null if it is not needed

    /**
     * Prepares the report.
     *
     * @param target {@code stdout}, {@code stderr} or a file, which is created now, unless it is a pipe, and
     *     overwritten at exit
     * @param scale the unit of its figures
     * @throws AgentException if the file cannot be written
     */
    ExitReport(String target, Scale scale) throws AgentException {
        super("nmt-exit-report");
        this.target = target;
        this.scale = scale;
        String report = "nmt: report=".concat(target);
        noMemory = report.concat(" is not written: no memory is left at the exit of this JVM\n")
                .getBytes(Charset.defaultCharset());
        failed = report.concat(" failed\n").getBytes(Charset.defaultCharset());
        say(new byte[0]); // loads what it takes to write a line
        initialise(
                AtomicFile.class,
                Clock.class,
                CommandException.class,
                Instant.class,
                MallocCheck.class,
                HandleLines.class,
                OutputFile.class,
                OutputFile.Content.class);
        notComplete = report.concat(" was not complete after 10 s; this JVM ends without it\n")
                .getBytes(Charset.defaultCharset());
        HeldFile opened = null;
        if (isFile() && !waitsForReader()) {
            createForOwner();
            try {
                opened = HeldFile.open(target);
            } catch (IOException e) {
                throw new AgentException("report=" + target + " cannot be written (" + reason(e)
                        + "); allowed: stdout, stderr or a file");
            }
        }
        held = opened;
    }

    /**
     * Has the JVM print it at exit. Here, and not where it is made: to see that it is a thread, the verifier of that
     * class would load the tracker's before the boot loader has them.
     */
    void register() {
        Runtime.getRuntime().addShutdownHook(this);
    }

    /**
     * Loads the classes of the report: none can be loaded at exit if the agent's jar is written over meanwhile. The
     * boot loader has those of nmt-core. The large ones come first: in a full heap the JDK complains of a class that
     * it cannot show the agent.
     */
    private static void initialise(Class<?>... types) throws AgentException {
        try {
            ExitClasses.load();
            for (Class<?> type : types) {
                Class.forName(type.getName(), true, type.getClassLoader());
            }
        } catch (ClassNotFoundException e) {
            throw new AgentException("the agent's jar cannot be read: " + e);
        }
    }

    /** Call stacks and paths are in it. */
    private void createForOwner() {
        try {
            if (!new File(target).exists()) {
                AtomicFile.create(Path.of(target), true);
            }
        } catch (IOException | InvalidPathException e) {
            return; // a link to what is not there; else, to open it fails as well
        }
    }

    /** Streams name the file before it, which the option does already. */
    private String reason(IOException e) {
        String message = String.valueOf(e.getMessage());
        String name = target.concat(" (");
        return message.startsWith(name) && message.endsWith(")")
                ? message.substring(name.length(), message.length() - 1)
                : message;
    }

    /**
     * A pipe with a name: to open it is to wait for its reader, which only the thread that writes the report may do.
     */
    private boolean waitsForReader() {
        File file = new File(target);
        return file.exists() && !file.isFile() && !file.isDirectory() && !OutputFile.isStandardStream(target);
    }

    private boolean isFile() {
        return !target.equals("stdout") && !target.equals("stderr");
    }

    /** Waits for the report, but not for ever: the JVM ends only when this does. */
    @Override
    protected void atExit() {
        try {
            printer.start();
            printer.join(MOST_MILLIS);
            if (printer.isAlive()) {
                lastWord.start();
                lastWord.join(LAST_WORD_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            if (!printer.begun) {
                print(); // there can be no more threads
            }
        }
    }

    /** There is no thread to watch whether it takes too long. */
    @Override
    protected void atExitWithoutThread() {
        print();
    }

    private final class Printer extends DetachedThread {
        private volatile boolean begun;

        Printer() {
            super("nmt-exit-report-printer");
        }

        @Override
        public void run() {
            begun = true;
            print();
        }
    }

    /** Stderr may be a pipe that is full, too. */
    private final class LastWord extends DetachedThread {
        LastWord() {
            super("nmt-exit-report-last-word");
        }

        @Override
        public void run() {
            say(notComplete);
        }
    }

    private void print() {
        try {
            write();
        } catch (Throwable t) {
            if (isForLackOfMemory(t)) {
                say(noMemory);
            } else {
                sayWhy(t);
                if (t instanceof SecurityException) {
                    putIntoHeld(SecurityRefusal.WORDS.concat("\n"), true);
                }
            }
        }
    }

    /** Also if a class could not be initialised for that reason, which the JVM then tells as another one. */
    private static boolean isForLackOfMemory(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError
                    || (cause.getMessage() != null && cause.getMessage().contains("OutOfMemoryError"))) {
                return true;
            }
        }
        return false;
    }

    private void sayWhy(Throwable failure) {
        byte[] line;
        try {
            String why = SafeText.line(failure.toString());
            line = "nmt: report="
                    .concat(target)
                    .concat(" failed: ")
                    .concat(why)
                    .concat("\n")
                    .getBytes(Charset.defaultCharset());
        } catch (Throwable t) {
            line = failed;
        }
        say(line);
    }

    /** Without memory, and not through {@code System.err}, which may want some. */
    private void say(byte[] line) {
        try {
            stderr.write(line);
        } catch (IOException | RuntimeException | Error e) {
            // It is not read.
        }
    }

    private void write() {
        TrackerReader.checkHooks(true);
        StringBuilder text = new StringBuilder(ReportText.of(
                SummaryReport.of(MallocCheck.of(NativeMemory.snapshot()), NativeMemory.details(), MOST_DETAILS),
                scale));
        if (NativeMemory.sampling().intervalBytes() > 0) {
            text.append('\n')
                    .append(ReportText.of(
                            SiteReport.of(TrackerReader.owners(), NativeMemory.sampling(), TOP_SITES, true), scale));
        }
        String report = text.append(HandleLines.text()).toString();
        if (target.equals("stdout")) {
            System.out.print(report);
            System.out.flush();
        } else if (target.equals("stderr")) {
            System.err.print(report);
        } else {
            try {
                OutputFile.writeInPlaceIfNeeded(Path.of(target), report);
            } catch (IOException | CommandException e) {
                System.err.println("nmt: report=" + target + " cannot be written: " + e.getMessage());
            } catch (SecurityException e) {
                if (!putIntoHeld(report, false)) {
                    throw e;
                }
            }
        }
    }

    /** Returns whether the file was opened before a security manager came, and has the text now. */
    private boolean putIntoHeld(String text, boolean onlyIfEmpty) {
        try {
            if (held == null || (onlyIfEmpty && !held.isEmpty())) {
                return false;
            }
            held.replace(text);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
