package io.nmt.agent;

import io.nmt.agent.channel.CommandException;
import io.nmt.agent.files.OutputFile;
import io.nmt.core.report.DetailReport;
import io.nmt.core.report.Scale;
import io.nmt.core.report.SiteReport;
import io.nmt.core.report.TextReport;
import io.nmt.core.rss.MallocCheck;
import io.nmt.core.sites.Sites;
import io.nmt.core.tracker.Tracker;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/** Prints the report when the JVM exits: after the last thread, {@code System.exit} or a signal. */
final class ExitReport extends Thread {
    private static final int TOP_SITES = 5;
    private static final long MOST_MILLIS = 10_000;

    private final String target;
    private final Scale scale;

    /**
     * Prepares the report.
     *
     * @param target {@code stdout}, {@code stderr} or a file, which is created now and overwritten at exit
     * @param scale the unit of its figures
     * @throws AgentException if the file cannot be written
     */
    ExitReport(String target, Scale scale) throws AgentException {
        super("nmt-exit-report");
        this.target = target;
        this.scale = scale;
        if (isFile()) {
            try (OutputStream out = new FileOutputStream(target, true)) {
                out.flush();
            } catch (IOException e) {
                throw new AgentException("report=" + target + " cannot be written (" + e.getMessage()
                        + "); allowed: stdout, stderr or a file");
            }
        }
    }

    private boolean isFile() {
        return !target.equals("stdout") && !target.equals("stderr");
    }

    /** Waits for the report, but not for ever: the JVM ends only when this does. */
    @Override
    public void run() {
        Printer printer = new Printer();
        try {
            printer.start();
            printer.join(MOST_MILLIS);
        } catch (OutOfMemoryError e) {
            print(); // there can be no more threads
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (printer.isAlive()) {
            System.err.println("nmt: report=" + target + " was not complete after " + MOST_MILLIS / 1000
                    + " s; this JVM ends without it");
        }
    }

    private final class Printer extends Thread {
        Printer() {
            super("nmt-exit-report-printer");
            setDaemon(true);
        }

        @Override
        public void run() {
            print();
        }
    }

    private void print() {
        try {
            write();
        } catch (Throwable t) { // a full heap, most likely
            System.err.println("nmt: report=" + target + " failed: " + t);
        }
    }

    private void write() {
        StringBuilder text = new StringBuilder(TextReport.of(MallocCheck.of(Tracker.snapshot()), scale))
                .append(DetailReport.of(scale));
        if (Sites.intervalBytes() > 0) {
            text.append('\n').append(SiteReport.of(Sites.list(), scale, TOP_SITES));
        }
        String report = text.toString();
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
            }
        }
    }
}
