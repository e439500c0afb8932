package io.nmt.agent.history;

import io.nmt.report.leaks.HeapRoom;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.reading.sources.HeapPages;

/** Reads what RSS has of the Java heap, where RSS has risen since: else that is as it was. Not thread-safe. */
final class HeapPart {
    private static final long MIN_RISE_BYTES = 1 << 20;

    private final ProcessorShare affordable;
    private HeapPages pages; // null until it is wanted, and where the system tells nothing
    private boolean isOpened;
    private long least = HistoryPoint.UNKNOWN; // RSS since the last reading

    HeapPart(ProcessorShare affordable) {
        this.affordable = affordable;
    }

    void read(HistoryPoint.Builder point, long rssBytes) {
        if (rssBytes < 0) {
            return;
        }
        boolean hasRisen = least < 0 || rssBytes - least >= MIN_RISE_BYTES;
        least = least < 0 ? rssBytes : Math.min(least, rssBytes);
        if (hasRisen && affordable.isDue() && !HeapRoom.isShort()) {
            affordable.run(() -> count(point));
            least = rssBytes;
        }
    }

    private void count(HistoryPoint.Builder point) {
        if (!isOpened) {
            isOpened = true;
            pages = HeapPages.open();
        }
        long resident = pages == null
                ? HeapPages.UNKNOWN
                : pages.residentBytes(
                        Runtime.getRuntime().totalMemory(), Runtime.getRuntime().maxMemory());
        if (resident >= 0) {
            point.set(HistoryFigure.HEAP_RESIDENT, resident);
        }
    }
}
