package io.nmt.core.internal.handles;

import io.nmt.core.internal.sites.CallSite;
import io.nmt.core.internal.sites.SampleRecord;
import java.lang.ref.WeakReference;

/**
 * A handle of which it is known where and when it was made. It stands for others that were not sampled. Held weakly:
 * what the application has lost must go the way it would go without us. To run it is to close it.
 */
final class HandleSample extends WeakReference<Object> implements Runnable {
    private final HandleClass handles;
    private final CallSite site;
    private final long entry;
    private final int weight;

    HandleSample(Object handle, HandleClass handles, CallSite site, long entry, int weight) {
        super(handle);
        this.handles = handles;
        this.site = site;
        this.entry = entry;
        this.weight = weight;
    }

    /** Also called when it was collected, and a cleaner or finalizer closes it. */
    void closed() {
        handles.closed();
        forget();
    }

    @Override
    public void run() {
        HandleHooks.closed(this);
    }

    void disowned() {
        handles.disowned();
        forget();
    }

    private void forget() {
        if (!handles.forget(this)) {
            handles.closedAfterCollection(this);
        }
        site.freed(weight, SampleRecord.now());
    }

    boolean isCollected() {
        return refersTo(null);
    }

    CallSite site() {
        return site;
    }

    /** Its {@link SampleRecord}. */
    long entry() {
        return entry;
    }

    /** How many handles it stands for, itself included. */
    int weight() {
        return weight;
    }
}
