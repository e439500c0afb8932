package io.nmt.core.rss.verdicts;

/** Proposes {@code -Xmx} from what lived at the last collections. */
final class HeapLimit {
    private static final long LEAST_BYTES = 16L << 20;
    private static final double MARGIN = 1.5;
    private static final int LITTLE = 10;

    private HeapLimit() {}

    /** Writes the proposal; returns it in bytes, 0 if there is none. */
    static long propose(LimitText text, Judged judged) {
        long max = judged.facts().jvm().heapMaxBytes();
        LiveHeap live = LiveHeap.of(judged.reading());
        long lived = live.bytes();
        Growth left = judged.livedGrowth();
        if (lived == 0) {
            text.append("-Xmx: cannot be told yet; no collection has told how much lives")
                    .asItIs(max);
            return 0;
        }
        if (left.steady()) {
            text.append("-Xmx: no limit is enough while what collections leave grows steadily: ")
                    .append(Judged.words(left))
                    .asItIs(max);
            return 0;
        }
        long wanted = Math.round(lived * MARGIN);
        long proposed = Math.max(LEAST_BYTES, LimitText.up(wanted));
        // What may be garbage makes no limit too little.
        boolean mayBeEnough = live.atMost() && proposed > max;
        if ((live.notCollectedBytes() > lived / LITTLE || mayBeEnough) && proposed > LEAST_BYTES) {
            text.append("-Xmx: too early to tell; ")
                    .append(live.words())
                    .append(". 'unreachable PID' runs a full collection, then ask again")
                    .asItIs(max);
            return 0;
        }
        text.propose("-Xmx", proposed)
                .append(live.notCollectedBytes() > 0 || live.atMost() ? "Of the heap at the most " : "Of the heap ")
                .bytes(lived)
                .append(
                        live.notCollectedBytes() > 0
                                ? " live, if all of the old generation does"
                                : " lived at the last collections")
                .append("; half more is ")
                .bytes(wanted);
        if (proposed > LimitText.up(wanted)) {
            text.append(", but less than ").bytes(LEAST_BYTES).append(" is not proposed");
        } else {
            text.append(LimitText.ROUNDED);
        }
        text.now(wanted, max);
        text.append("   How large single objects are, and how much lives between collections, is not in it: try it"
                + " under load.\n");
        if (live.atMost()) {
            text.append("   How much lives is known after a full collection, which 'unreachable PID' runs.\n");
        }
        return proposed;
    }
}
