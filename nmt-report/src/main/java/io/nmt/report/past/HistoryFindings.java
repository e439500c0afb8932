package io.nmt.report.past;

import io.nmt.core.model.Scale;
import io.nmt.report.document.SafeText;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Judgement;
import io.nmt.report.model.Urgency;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** What a history means, in sentences. What is to be asked for more depends on whether that is possible. */
final class HistoryFindings {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final double NEARLY_ALL = 0.8;
    private static final int NEARLY_ALL_PERCENT = 80;

    private HistoryFindings() {}

    static List<Judgement> judgements(HistoryReading reading, Times times) {
        List<Judgement> found = new ArrayList<>();
        HistoryReading.Rising site = first(reading, HistoryReading.Kind.SITE);
        HistoryReading.Rising category = first(reading, HistoryReading.Kind.CATEGORY);
        HistoryReading.Rising rss = named(reading, HistoryFigure.RSS);
        if (site != null) {
            found.add(new Judgement(urgency(site, reading), sentence(site, reading, times)));
        }
        if (category != null && site == null) {
            found.add(new Judgement(urgency(category, reading), sentence(category, reading, times)));
        }
        if (rss != null) {
            String text = sentence(rss, reading, times) + beside(rss, site != null ? site : category, reading);
            found.add(new Judgement(Urgency.WARNING, text));
        }
        if (site != null || category != null) {
            found.add(cache());
        }
        if (found.isEmpty()) {
            found.add(nothing(reading, young -> true));
        }
        return found;
    }

    static List<Judgement> ofTracked(HistoryReading reading, Times times) {
        HistoryReading.Rising tracked = tracked(reading);
        return tracked == null
                ? List.of(nothing(reading, young -> young.kind() != HistoryReading.Kind.FIGURE))
                : List.of(new Judgement(urgency(tracked, reading), sentence(tracked, reading, times)), cache());
    }

    static Judgement ofUntracked(HistoryReading reading, Times times) {
        HistoryReading.Rising rss = named(reading, HistoryFigure.RSS);
        if (rss == null) {
            return nothing(reading, young -> young.name().equals(HistoryFigure.RSS.title()));
        }
        HistoryReading.Rising tracked = tracked(reading);
        String text = sentence(rss, reading, times) + beside(rss, tracked, reading);
        return new Judgement(isExplained(rss, tracked, reading) ? Urgency.NOTE : Urgency.WARNING, text);
    }

    private static HistoryReading.Rising tracked(HistoryReading reading) {
        HistoryReading.Rising site = first(reading, HistoryReading.Kind.SITE);
        return site != null ? site : first(reading, HistoryReading.Kind.CATEGORY);
    }

    private static boolean isExplained(
            HistoryReading.Rising rss, HistoryReading.Rising tracked, HistoryReading reading) {
        if (tracked != null) {
            return 100 * tracked.rise().bytesPerMinute()
                    >= NEARLY_ALL_PERCENT * rss.rise().bytesPerMinute();
        }
        return named(reading, HistoryFigure.HEAP) != null
                || reading.heapTouchedSince(rss.rise().sinceMillis())
                        >= rss.rise().bytes() / 2;
    }

    private static Judgement cache() {
        return new Judgement(
                Urgency.NOTE, "A cache or a queue that fills rises, too, until it is full: what leaks goes on.");
    }

    /** Where nothing of some kind is known to rise: how far that can be told. */
    private static Judgement nothing(HistoryReading reading, Predicate<HistoryReading.Rising> kind) {
        if (reading.window().isTooShort() && reading.canBeAsked()) {
            return new Judgement(Urgency.UNKNOWN, tooShort(reading.window()));
        }
        if (reading.toldInMillis() > 0) {
            return new Judgement(
                    Urgency.UNKNOWN, "Too early to tell whether anything " + tooEarly(reading, reading.toldInMillis()));
        }
        HistoryReading.Rising young =
                reading.young().stream().filter(kind).findFirst().orElse(null);
        if (young != null) {
            long millis = young.rise().forMillis();
            return new Judgement(
                    Urgency.UNKNOWN,
                    "Too early to tell whether " + subject(young) + ", which rises for about "
                            + Ages.format(millis * NANOS_PER_MILLI) + ", "
                            + tooEarly(reading, HistoryReading.SHORTEST_RISE_MILLIS - millis));
        }
        if (!reading.canBeAsked() && !reading.isRecorded()) {
            return new Judgement(
                    Urgency.UNKNOWN,
                    "Nothing is known to have risen steadily. What began within the last "
                            + Ages.format(HistoryReading.DATED_MILLIS * NANOS_PER_MILLI)
                            + " before that is too short to date, and what has risen in steps, or rises and falls,"
                            + " is not meant.");
        }
        return new Judgement(
                Urgency.GOOD,
                "Nothing is known to go on rising. What has risen in steps, or rises and falls, is not meant.");
    }

    private static String tooShort(Window window) {
        return "Too short a time to tell whether anything goes on rising: ask for 3 min or more (--for 3m), or for all"
                + " that is known (without --for)"
                + (window.allToldInMillis() > 0 ? ", in " + inSeconds(window.allToldInMillis()) + "." : ".");
    }

    /** In whole seconds, rounded up. */
    private static String inSeconds(long millis) {
        return Ages.format((millis + 999) * NANOS_PER_MILLI);
    }

    private static String subject(HistoryReading.Rising rising) {
        String name = SafeText.name(rising.name());
        return rising.kind() == HistoryReading.Kind.SITE ? "what is taken at ".concat(name) : name;
    }

    private static String tooEarly(HistoryReading reading, long toldInMillis) {
        String time = inSeconds(toldInMillis);
        if (reading.isRecorded()) {
            return "goes on rising: the recording would have to go on for " + time + ".";
        }
        return reading.canBeAsked()
                ? "goes on rising: ask again in " + time + "."
                : "went on rising: the history would have had to go on for " + time + ".";
    }

    /** What may be garbage is not known to leak. */
    private static Urgency urgency(HistoryReading.Rising rising, HistoryReading reading) {
        return reading.mayBeGarbage(rising) ? Urgency.UNKNOWN : Urgency.WARNING;
    }

    static String sentence(HistoryReading.Rising rising, HistoryReading reading, Times times) {
        Rise rise = rising.rise();
        long collections = reading.fullCollectionsSince(rise.sinceMillis());
        String name = SafeText.name(rising.name());
        return (rising.kind() == HistoryReading.Kind.SITE ? "What is taken at " + name : name)
                + " rises since about " + times.format(rise.sinceMillis()) + " ("
                + Ages.format(rise.forMillis() * NANOS_PER_MILLI) + "), " + fitting(rise.bytesPerMinute())
                + " a minute: from " + fitting(rise.fromBytes()) + " to " + fitting(rise.toBytes())
                + ended(collections, rising, reading);
    }

    /** Whether the collector would have freed it. */
    private static String ended(long collections, HistoryReading.Rising rising, HistoryReading reading) {
        if (collections >= 0 && reading.mayBeGarbage(rising)) {
            return ". It may be garbage, as the whole heap was not collected "
                    + (collections == 0 ? "since" : "often enough since it had risen by half")
                    + (reading.canBeAsked() ? ": 'unreachable PID' tells." : ".");
        }
        if (collections <= 0) {
            return rising.collected() && reading.isRecorded()
                    ? ". It may be garbage: the recording does not tell whether the whole heap was collected since."
                    : ".";
        }
        return collections == 1
                ? "; a collection of the whole heap has not ended that."
                : "; " + collections + " collections of the whole heap have not ended that.";
    }

    /** How much of what RSS has risen by the tracked memory explains. */
    private static String beside(HistoryReading.Rising rss, HistoryReading.Rising tracked, HistoryReading reading) {
        if (tracked == null && named(reading, HistoryFigure.HEAP) != null) {
            return " So does the Java heap, as far as the JVM has taken it from the system.";
        }
        long touched = reading.heapTouchedSince(rss.rise().sinceMillis());
        boolean isHeap = touched >= rss.rise().bytes() / 2;
        if (tracked != null) {
            return isHeap
                    ? " That may be the former, as far as it is touched, or the Java heap, of which "
                            + fitting(Math.min(touched, rss.rise().bytes())) + " or more is used for the first time"
                            + (reading.canBeAsked() ? ": 'rss PID' tells." : ".")
                    : " " + percent(tracked.rise(), rss.rise(), reading.canBeAsked());
        }
        if (!isHeap) {
            return " Nothing that is tracked rises so"
                    + (reading.canBeAsked() ? ": 'rss PID' tells where it is." : ".");
        }
        return " Of that, " + fitting(Math.min(touched, rss.rise().bytes()))
                + " or more is Java heap that is used for the first time, which ends at the heap's size, "
                + fitting(reading.points().get(reading.points().size() - 1).get(HistoryFigure.HEAP))
                + (touched < NEARLY_ALL * rss.rise().bytes() && reading.canBeAsked()
                        ? ". 'rss PID' tells of the rest."
                        : ".");
    }

    private static String percent(Rise tracked, Rise rss, boolean canBeAsked) {
        long percent = rss.bytesPerMinute() == 0 ? 0 : 100 * tracked.bytesPerMinute() / rss.bytesPerMinute();
        return percent > 120
                ? "The former is more than that: not all of it is touched, or something else falls."
                : percent >= NEARLY_ALL_PERCENT
                        ? "The former explains it, as far as it is touched."
                        : "The former explains " + percent + " % of it, as far as it is touched"
                                + (canBeAsked ? "; 'rss PID' tells of the rest." : ".");
    }

    private static HistoryReading.Rising first(HistoryReading reading, HistoryReading.Kind kind) {
        return reading.rising().stream()
                .filter(rising -> rising.kind() == kind)
                .findFirst()
                .orElse(null);
    }

    private static HistoryReading.Rising named(HistoryReading reading, HistoryFigure figure) {
        return reading.rising().stream()
                .filter(rising ->
                        rising.kind() == HistoryReading.Kind.FIGURE && Objects.equals(rising.name(), figure.title()))
                .findFirst()
                .orElse(null);
    }

    private static String fitting(long bytes) {
        return Scale.fitting(bytes).format(bytes);
    }
}
