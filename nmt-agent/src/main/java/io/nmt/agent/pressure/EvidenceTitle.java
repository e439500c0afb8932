package io.nmt.agent.pressure;

import io.nmt.report.document.Amounts;
import io.nmt.report.model.Cause;
import java.time.Instant;
import java.time.LocalDate;

/** The first line of a report, by which it is recognised, and who gets an error. */
final class EvidenceTitle {
    private static final long SECONDS_A_DAY = 86_400;

    private EvidenceTitle() {}

    /** Lines that are each ended by a line feed. */
    static String of(Crossing crossing, Instant time) {
        return seconds(time) + ", process "
                + ProcessHandle.current().pid() + ": " + crossing.description() + ": usage "
                + crossing.usageInWords()
                + (crossing.hasLimit() ? limit(crossing) : "")
                + "\n" + crossing.details();
    }

    /** A threshold limits nothing: no memory is a part of it. */
    private static String limit(Crossing crossing) {
        String bytes = Amounts.format(crossing.limitBytes());
        return crossing.cause() == Cause.THRESHOLD
                ? ", threshold " + bytes
                : ", limit " + bytes + (crossing.isUsageKnown() ? " (" + crossing.percent() + " %)" : "");
    }

    /** As {@code Instant.toString} has it, for which the JDK would load some 80 classes of its formatter. */
    static String seconds(Instant time) {
        long seconds = time.getEpochSecond();
        LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(seconds, SECONDS_A_DAY));
        int ofDay = (int) Math.floorMod(seconds, SECONDS_A_DAY);
        return day + "T" + twoDigits(ofDay / 3600) + ":" + twoDigits(ofDay / 60 % 60) + ":" + twoDigits(ofDay % 60)
                + "Z";
    }

    private static String twoDigits(int number) {
        return number < 10 ? "0" + number : Integer.toString(number);
    }
}
