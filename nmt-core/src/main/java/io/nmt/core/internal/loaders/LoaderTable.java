package io.nmt.core.internal.loaders;

import io.nmt.core.internal.concurrent.NamedTable;
import io.nmt.core.internal.concurrent.TableBound;
import io.nmt.core.internal.sites.CallSite;
import io.nmt.core.internal.sites.SampledObject;
import io.nmt.core.internal.sites.SampledObjects;
import io.nmt.core.internal.sites.SiteTable;

/** The sampled class loaders that were not collected, and the call sites that made them. Thread-safe. */
final class LoaderTable extends SampledObjects<ClassLoader> {
    static final String GROUP = "Class Loaders";
    static final String OTHERS = "(other classes)";

    private static final int SHARE_OF_HEAP = 64;
    private static final long MOST = 1 << 14;
    private static final NamedTable<LoaderClass> CLASSES = new NamedTable<>();

    private static final SiteTable.Groups GROUPS = new SiteTable.Groups() {
        @Override
        public String name(int id) {
            return GROUP;
        }

        @Override
        public boolean isWrapper(int id, String className) {
            LoaderClass loaders = CLASSES.withId(id);
            return loaders != null && loaders.isOwn(className);
        }

        @Override
        public int most() {
            return NamedTable.MOST_NAMED + 1;
        }
    };

    LoaderTable() {
        this(TableBound.ofHeap("samples of class loaders", SHARE_OF_HEAP, BYTES, MOST));
    }

    /** With another bound, for tests. */
    LoaderTable(TableBound bound) {
        super(GROUPS, bound);
    }

    /** Initialises this class, and that of samples. */
    static void initialise() {
        initialiseSamples();
        LoaderFields.initialise();
    }

    @Override
    protected SampledObject<ClassLoader> sample(ClassLoader loader, CallSite site, long now, int weight) {
        LoaderClass known = CLASSES.find(loader.getClass().getName());
        String className = known == null ? OTHERS : known.name();
        return new MadeLoader(loader, this, site, now, weight, className, LoaderFields.parentClass(loader));
    }

    @Override
    protected int group(ClassLoader loader) {
        LoaderClass known = CLASSES.find(loader.getClass().getName());
        if (known == null) {
            int id = CLASSES.newId();
            if (id >= NamedTable.MOST_NAMED) {
                return id;
            }
            known = CLASSES.add(id, new LoaderClass(loader.getClass(), id));
        }
        return known.id();
    }
}
