package io.nmt.core.internal.libraries;

import io.nmt.core.internal.sites.SiteTable;

/** The kinds of pools whose buffers are sampled; the agent knows them by their numbers. */
enum PoolKind {
    /** Netty's {@code PooledByteBufAllocator}. */
    NETTY_POOLED("Netty Pooled Buffer"),
    /** Netty's {@code AdaptiveByteBufAllocator}. */
    NETTY_ADAPTIVE("Netty Adaptive Buffer"),
    /** Jetty's {@code ArrayByteBufferPool}. */
    JETTY("Jetty Buffer"),
    /** Undertow's {@code DefaultByteBufferPool}. */
    UNDERTOW("Undertow Buffer"),
    /** Jetty's buffers that are too large for its pool, which does not take them back. */
    JETTY_UNPOOLED("Jetty Unpooled Buffer");

    private static final PoolKind[] ALL = values();

    static final SiteTable.Groups GROUPS = new SiteTable.Groups() {
        @Override
        public String name(int id) {
            return ALL[id].label;
        }

        @Override
        public boolean isWrapper(int id, String className) {
            return CATEGORIES.isWrapper(id, className);
        }
    };

    private final String label;

    PoolKind(String label) {
        this.label = label;
    }

    static PoolKind withId(int id) {
        return ALL[id];
    }
}
