package io.nmt.report.page;

import io.nmt.core.model.Scale;
import io.nmt.report.document.Amounts;
import io.nmt.report.document.HandleFindings;
import io.nmt.report.document.PoolFindings;
import io.nmt.report.model.Judgement;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Times;
import io.nmt.report.model.Urgency;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Statements on recordings. */
final class RecordedCards {
    private static final double NEAR_LIMIT_SHARE = 0.9; // as the agent's option pressure has it
    private static final int PERCENT = 100;
    private static final int MOST_LINES = 3;

    // Where the page has the figures.
    private static final String TIMELINE = "#timeline";
    private static final String WATERFALL = "#waterfall";
    private static final String POOLS = "#pools";
    private static final String HANDLES = "#handles";
    private static final String SAMPLES = "#samples";

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
    private final RecordedCourse course;
    private final RecordedPast past;
    private final ZoneId zone;
    private final List<Card> cards = new ArrayList<>();

    private RecordedCards(RecordedCourse course, RecordedPast past, ZoneId zone) {
        this.course = course;
        this.past = past;
        this.zone = zone;
    }

    /** The most urgent first. */
    static List<Card> of(RecordedCourse course, RecordedPast past, ZoneId zone) {
        RecordedCards found = new RecordedCards(course, past, zone);
        found.addPressure();
        found.addLimit();
        found.addStatements();
        MemoryReading last = course.memory() == null ? null : course.memory().last();
        if (last != null && last.pools() != null && !last.pools().isEmpty()) {
            PoolFindings.judgements(last.pools()).forEach(judgement -> found.cards.add(Card.of(judgement, POOLS)));
        }
        if (last != null) {
            HandleFindings.judgements(last.handles(), true)
                    .forEach(judgement -> found.cards.add(Card.of(judgement, HANDLES)));
            if (course.resident().reading() == null) {
                found.addResident(last.resident());
            }
        }
        found.addWhatIsMissing();
        found.cards.sort(Card.MOST_URGENT_FIRST);
        return found.cards;
    }

    /** Statements on memory near a limit: of the container, of direct memory. */
    static List<Judgement> limits(RecordedCourse course, RecordedPast past, ZoneId zone) {
        RecordedCards found = new RecordedCards(course, past, zone);
        found.addPressure();
        found.addLimit();
        return found.cards.stream()
                .map(card -> new Judgement(card.urgency(), card.text()))
                .toList();
    }

    private void add(Urgency urgency, String text, String target) {
        cards.add(new Card(urgency, text, target));
    }

    private void addPressure() {
        List<Mark> pressure = course.marks().stream()
                .filter(mark -> mark.kind().equals("pressure") || mark.kind().equals("direct limit"))
                .toList();
        if (!pressure.isEmpty()) {
            Mark last = pressure.get(pressure.size() - 1);
            add(
                    Urgency.URGENT,
                    (pressure.size() == 1
                                    ? "At "
                                    : "Memory was short " + Scale.group(pressure.size()) + " times, last at ")
                            + time(last.millis()) + ": " + last.text() + ".",
                    TIMELINE);
        }
    }

    /** Memory that counts toward the limit; resident memory where that is not recorded. */
    private void addLimit() {
        HistoryPoint nearest = null;
        double most = 0;
        for (HistoryPoint point : past.history().points()) {
            long limit = point.get(HistoryFigure.LIMIT);
            double part = limit <= 0 ? 0 : (double) point.highest(counted(point)) / limit;
            if (part > most) {
                most = part;
                nearest = point;
            }
        }
        if (nearest != null) {
            add(
                    most >= NEAR_LIMIT_SHARE ? Urgency.URGENT : Urgency.NOTE,
                    (most >= NEAR_LIMIT_SHARE ? "LIMIT" : "NORMAL")
                            + (counted(nearest) == HistoryFigure.RSS ? " peak RSS: " : " peak container memory: ")
                            + format(nearest.highest(counted(nearest)))
                            + ", " + Math.round(PERCENT * most) + " % of the container's limit ("
                            + format(nearest.get(HistoryFigure.LIMIT)) + "), at " + time(nearest.millis()) + ".",
                    TIMELINE);
        }
    }

    private static HistoryFigure counted(HistoryPoint point) {
        return point.get(HistoryFigure.CGROUP) == HistoryPoint.UNKNOWN ? HistoryFigure.RSS : HistoryFigure.CGROUP;
    }

    private void addStatements() {
        Times times = new Times(zone, past.history().endMillis());
        past.statements().forEach(statement -> cards.add(Card.of(statement, times)));
    }

    private void addResident(ResidentMemory resident) {
        if (resident == null) {
            add(
                    Urgency.UNKNOWN,
                    "UNKNOWN resident memory: the recording has no reading of it. The end of a recording has one, on "
                            + "Linux, unless the process is killed.",
                    WATERFALL);
            return;
        }
        List<ResidentLine> largest = new ArrayList<>(resident.lines());
        largest.sort(Comparator.comparingLong(ResidentLine::residentBytes).reversed());
        StringBuilder text = new StringBuilder("RSS ")
                .append(format(resident.rssBytes()))
                .append(" at ")
                .append(time(resident.time().toEpochMilli()))
                .append(". Largest parts: ");
        String separator = "";
        for (ResidentLine line : largest.subList(0, Math.min(MOST_LINES, largest.size()))) {
            text.append(separator)
                    .append(line.component())
                    .append(' ')
                    .append(format(line.residentBytes()))
                    .append(" (")
                    .append(Math.round((double) PERCENT * line.residentBytes() / Math.max(1, resident.rssBytes())))
                    .append(" %)");
            separator = ", ";
        }
        add(Urgency.NOTE, text.append('.').toString(), WATERFALL);
    }

    private void addWhatIsMissing() {
        if (course.memory() == null) {
            add(
                    Urgency.UNKNOWN,
                    "UNKNOWN call sites: the recording has no events of native memory tracking.",
                    TIMELINE);
        } else if (course.samples().rows().isEmpty()) {
            add(Urgency.UNKNOWN, "UNKNOWN allocations in a window of time: the recording has no samples.", SAMPLES);
        }
        if (course.cutOff()) {
            add(Urgency.UNKNOWN, "UNKNOWN end: the recording could not be read to its end.", TIMELINE);
        }
    }

    private String time(long millis) {
        return TIME.format(Instant.ofEpochMilli(millis).atZone(zone));
    }

    private static String format(long bytes) {
        return Amounts.format(bytes);
    }
}
