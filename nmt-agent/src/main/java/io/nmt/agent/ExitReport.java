package io.nmt.agent;

import io.nmt.core.report.DetailReport;
import io.nmt.core.report.Scale;
import io.nmt.core.report.SiteReport;
import io.nmt.core.report.TextReport;
import io.nmt.core.sites.Sites;
import io.nmt.core.tracker.Tracker;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Prints the report when the JVM exits: after the last thread, {@code System.exit} or a signal. */
final class ExitReport extends Thread {
    private static final int TOP_SITES = 5;

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

    @Override
    public void run() {
        StringBuilder text = new StringBuilder(TextReport.of(Tracker.snapshot(), scale)).append(DetailReport.of(scale));
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
            try (OutputStream out = new FileOutputStream(target)) {
                out.write(report.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                System.err.println("nmt: report=" + target + " cannot be written: " + e.getMessage());
            }
        }
    }
}
