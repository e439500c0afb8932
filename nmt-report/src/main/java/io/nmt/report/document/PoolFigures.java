package io.nmt.report.document;

import io.nmt.core.model.PooledSite;

/** Figures and words that tables and findings on pools share. */
final class PoolFigures {
    private PoolFigures() {}

    /** Bytes in use, without lost ones. */
    static long heldBytes(PooledSite site) {
        return site.usage().liveBytes() - site.lostBytes();
    }

    /** Lost bytes, also where the chunk is lost, too. */
    static long lostBytes(PooledSite site) {
        return site.lostBytes() + site.goneBytes();
    }

    static long percent(PooledSite.Holder holder, long ofBytes) {
        return 100 * holder.bytes() / Math.max(1, ofBytes);
    }

    static String simpleName(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    static String format(long bytes) {
        return Amounts.format(bytes);
    }
}
