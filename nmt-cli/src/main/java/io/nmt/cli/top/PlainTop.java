package io.nmt.cli.top;

import io.nmt.channel.CommandException;
import io.nmt.core.model.Scale;
import io.nmt.report.document.StatementText;
import io.nmt.report.top.Listing;
import io.nmt.report.top.Reading;
import io.nmt.report.top.Row;
import java.io.IOException;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** Without a screen: a block of lines for each reading. */
public final class PlainTop {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    private PlainTop() {}

    /** The sink of lines. */
    public interface Output {
        /**
         * Prints.
         *
         * @param text lines, each ended by a line feed
         * @throws IOException if it cannot be written
         */
        void print(String text) throws IOException;
    }

    /**
     * A reading as lines.
     *
     * @param pid of the process
     * @param listing that is shown
     * @param reading to be shown
     * @param top how many rows, the largest
     * @return lines, each ended by a line feed
     */
    static String block(long pid, Listing listing, Reading reading, int top, LocalTime time) {
        Model model = new Model(pid);
        return block(model, new Query(listing, null, false), reading, top, time, ScreenTicker.OF_JVM);
    }

    private static String block(
            Model model, Query query, Reading reading, int top, LocalTime time, ScreenTicker ticker) {
        model.add(query, reading, ticker.millis());
        Place place = Place.of(query.listing());
        List<Row> rows = place.rows(model, "");
        StringBuilder text = new StringBuilder(TIME.format(time)).append(' ');
        new Header(model, 0).lines("").forEach(line -> text.append(line).append('\n'));
        StatementText.of(model.statements(), model.times())
                .forEach(line -> text.append(line).append('\n'));
        List<Row> shown = rows.subList(0, Math.min(top, rows.size()));
        for (String line : new Table(query.listing(), model, 0).lines(shown, null, false)) {
            text.append(line).append('\n');
        }
        if (shown.size() < rows.size()) {
            text.append("... and ")
                    .append(Scale.group(rows.size() - shown.size()))
                    .append(" more\n");
        }
        return text.toString();
    }

    /**
     * Prints a block for each reading, until there were enough.
     *
     * @param pid of the process
     * @param source of readings
     * @param first the first of them
     * @param listing that is shown
     * @param pacing how often
     * @param count how many; 0 for no end
     * @param top how many rows of each
     * @param out where to
     * @return the exit code
     * @throws CommandException if the process does not answer any more
     * @throws IOException if it cannot be written
     */
    public static int run(
            long pid,
            ProcessSource source,
            Reading first,
            Listing listing,
            ReadingInterval pacing,
            int count,
            int top,
            Output out)
            throws CommandException, IOException {
        return run(pid, source, first, listing, pacing, count, top, out, ScreenTicker.OF_JVM);
    }

    static int run(
            long pid,
            ProcessSource source,
            Reading first,
            Listing listing,
            ReadingInterval pacing,
            int count,
            int top,
            Output out,
            ScreenTicker ticker)
            throws CommandException, IOException {
        Model model = new Model(pid);
        Query query = new Query(listing, null, false);
        Reading reading = first;
        for (int i = 1; ; i++) {
            LocalTime time = LocalTime.now(ZoneId.systemDefault());
            out.print(block(model, query, reading, top, time, ticker) + (i == count ? "" : "\n"));
            if (i == count) {
                return 0;
            }
            try {
                ticker.sleep(pacing.pauseMillis(listing, reading));
            } catch (InterruptedException e) {
                return 0;
            }
            reading = source.read(query);
        }
    }
}
