package io.nmt.core.internal.loaders;

import io.nmt.core.internal.sites.CallSite;
import io.nmt.core.internal.sites.SampledObject;
import java.lang.ref.PhantomReference;

/** A class loader, or a hidden class, of which it is known where and when it was made. Thread-safe. */
final class MadeLoader extends SampledObject<Object> {
    // As long as a finalizer may bring it back, it is there.
    private final PhantomReference<Object> there;
    private final int hash;
    private final String className;
    private final String parent;

    /** A sample; {@code parent} is the class of its parent, or of the loader of a hidden class. */
    MadeLoader(Object made, LoaderTable table, CallSite site, long now, int weight, String className, String parent) {
        super(made, table, site, now, weight);
        this.there = new PhantomReference<>(made, null);
        this.hash = System.identityHashCode(made);
        this.className = className;
        this.parent = parent;
    }

    /** The identity hash of the loader: to get that would keep it alive where a collector runs beside. */
    int hash() {
        return hash;
    }

    @Override
    protected boolean hasEnded() {
        return there.refersTo(null);
    }

    /** Tells whether it is a sample of this loader. */
    boolean isOf(ClassLoader loader) {
        return there.refersTo(loader);
    }

    String className() {
        return className;
    }

    String parent() {
        return parent;
    }
}
