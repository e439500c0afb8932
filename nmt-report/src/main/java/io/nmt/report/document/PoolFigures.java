package io.nmt.report.document;

import io.nmt.core.model.PooledSite;

/** Figures and words that tables and findings on pools share. */
final class PoolFigures {
    private PoolFigures() {}

    /** What is in use, without what was lost. */
    static long heldBytes(PooledSite site) {
        return site.usage().liveBytes() - site.lostBytes();
    }

    /** What was lost, also where its chunk has gone with it. */
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
