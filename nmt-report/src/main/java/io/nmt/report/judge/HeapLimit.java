package io.nmt.report.judge;

import io.nmt.report.model.Ages;

/**
 * Proposes {@code -Xmx} from what lived at the last collections; where much more is in use now, of which no collection
 * has told whether it lives, from all that is. What may live never makes a limit below it.
 */
final class HeapLimit {
    private static final long LEAST_BYTES = 16L << 20;
    private static final double MARGIN_FACTOR = 1.5;

    private HeapLimit() {}

    /** Writes the proposal; returns it in bytes, 0 if there is none. */
    static long propose(LimitText text, ResidentLines lines) {
        long max = lines.facts().jvm().heapMaxBytes();
        LiveHeap live = LiveHeap.of(lines.reading());
        LineChange more = lines.livedMore();
        if (live.bytes() == 0) {
            text.append("-Xmx: UNKNOWN, no collection yet").asItIs(max);
            return 0;
        }
        if (JvmStatements.isMuchMore(more.bytes(), live.bytes())) {
            text.append("-Xmx: UNKNOWN, live bytes still grow: ")
                    .bytes(more.bytes())
                    .append(" more than ")
                    .append(Ages.format(more.nanos()))
                    .append(" ago")
                    .asItIs(max);
            return 0;
        }
        // No more than the limit of now is in use: what needs more than that by itself is enough for the rest, too.
        boolean ofAllInUse = live.isMuchMoreInUse() && withMargin(live.bytes()) < max;
        long mayLive = ofAllInUse ? live.bytes() + live.moreBytes() : live.bytes();
        long wanted = withMargin(mayLive);
        long proposed = Math.max(LEAST_BYTES, LimitText.up(wanted));
        // What may be garbage makes no limit too little.
        boolean mayBeEnough = (live.atMost() || ofAllInUse) && proposed > max;
        if ((live.isMuchNotCollected() || mayBeEnough) && proposed > LEAST_BYTES) {
            text.append("-Xmx: UNKNOWN, ")
                    .append(live.words())
                    .append(live.moreWords().isEmpty() ? "" : ", and ")
                    .append(live.moreWords())
                    .append(". Run 'nmt unreachable PID', a full collection, then ask again")
                    .asItIs(max);
            return 0;
        }
        text.propose("-Xmx", proposed)
                .append(basis(live, ofAllInUse, mayLive))
                .append(". With 50 % headroom: ")
                .bytes(wanted);
        if (proposed > LimitText.up(wanted)) {
            text.append(", but at least ").bytes(LEAST_BYTES);
        } else {
            text.append(LimitText.ROUNDED);
        }
        text.now(wanted, max);
        text.append("   Large objects and garbage between collections need more: test it under load.\n");
        if (live.atMost() || ofAllInUse) {
            text.append("   A full collection makes it exact: run 'nmt unreachable PID'.\n");
        }
        return proposed;
    }

    private static long withMargin(long bytes) {
        return Math.round(bytes * MARGIN_FACTOR);
    }

    private static String basis(LiveHeap live, boolean ofAllInUse, long mayLive) {
        String bytes = LimitText.format(mayLive);
        if (live.notCollectedBytes() > 0) {
            return "Live heap: at most " + bytes + ", with all of the old generation"
                    + (ofAllInUse ? " and all that was allocated since" : "");
        }
        if (ofAllInUse) {
            return "Live heap: at most " + bytes + ", all in use, " + (live.atMost() ? "at most " : "")
                    + LimitText.format(live.bytes()) + " at the last collections";
        }
        return "Live heap: " + (live.atMost() ? "at most " : "") + bytes + " at the last collections";
    }
}
