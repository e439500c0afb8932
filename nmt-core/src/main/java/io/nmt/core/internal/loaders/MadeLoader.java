package io.nmt.core.internal.loaders;

import io.nmt.core.internal.sites.CallSite;
import io.nmt.core.internal.sites.SampledObject;

/** A class loader of which it is known where and when it was made. Thread-safe. */
final class MadeLoader extends SampledObject<ClassLoader> {
    private final int hash;
    private final String className;
    private final String parent;

    /** A sample; {@code parent} is the class of its parent. */
    MadeLoader(
            ClassLoader loader,
            LoaderTable table,
            CallSite site,
            long now,
            int weight,
            String className,
            String parent) {
        super(loader, table, site, now, weight);
        this.hash = System.identityHashCode(loader);
        this.className = className;
        this.parent = parent;
    }

    /** The identity hash of the loader: to get that would keep it alive where a collector runs beside. */
    int hash() {
        return hash;
    }

    String className() {
        return className;
    }

    String parent() {
        return parent;
    }
}
