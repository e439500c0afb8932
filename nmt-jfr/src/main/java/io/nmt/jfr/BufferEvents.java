package io.nmt.jfr;

import io.nmt.core.listener.BufferListener;

/** Emits an event for each sampled buffer of a pool, if a recording wants it and it is enabled. Runs inside hooks. */
final class BufferEvents implements BufferListener {
    @Override
    public void taken(String kind, int site, long number, long bytes, double weight) {
        if (!RunningRecordings.want(EventKind.POOLED_SAMPLE)) {
            return;
        }
        PooledBufferSample event = new PooledBufferSample();
        if (event.isEnabled()) {
            event.fill(kind, site, number, bytes, weight);
            event.commit();
        }
    }

    @Override
    public void givenBack(
            String kind, int site, long number, long bytes, double weight, long heldNanos, String lastSeenIn) {
        if (!RunningRecordings.want(EventKind.POOLED_RELEASE)) {
            return;
        }
        PooledBufferReleaseSample event = new PooledBufferReleaseSample();
        if (event.isEnabled()) {
            event.fill(kind, site, number, bytes, weight);
            event.heldFor = heldNanos;
            event.lastIn = lastSeenIn;
            event.commit();
        }
    }
}
