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
    private static final int REFERENCE_BYTES = 48; // the one that outlives a finalizer

    private final Classes classes;

    /** The classes of loaders: their call sites are told apart by these. */
    private static final class Classes implements SiteTable.Groups {
        final NamedTable<LoaderClass> named = new NamedTable<>();

        @Override
        public String name(int id) {
            return GROUP;
        }

        @Override
        public boolean isWrapper(int id, String className) {
            LoaderClass loaders = named.withId(id);
            return loaders != null && loaders.isOwn(className);
        }

        @Override
        public int most() {
            return NamedTable.MOST_NAMED + 1;
        }
    }

    LoaderTable() {
        this(TableBound.ofHeap("samples of class loaders", SHARE_OF_HEAP, BYTES + REFERENCE_BYTES, MOST));
    }

    /** With another bound, for tests. */
    LoaderTable(TableBound bound) {
        this(new Classes(), bound);
    }

    private LoaderTable(Classes classes, TableBound bound) {
        super(classes, bound);
        this.classes = classes;
    }

    /** Initialises this class, and those of samples and of names. */
    static void initialise() {
        initialiseSamples();
        new LoaderClass(LoaderTable.class, NamedTable.MOST_NAMED).isOwn(GROUP);
        LoaderFields.initialise();
    }

    @Override
    protected SampledObject<ClassLoader> sample(ClassLoader loader, CallSite site, long now, int weight) {
        LoaderClass known = classes.named.find(loader.getClass().getName());
        String className = known == null ? OTHERS : known.name();
        return new MadeLoader(loader, this, site, now, weight, className, LoaderFields.parentClass(loader));
    }

    @Override
    protected int group(ClassLoader loader) {
        LoaderClass known = classes.named.find(loader.getClass().getName());
        if (known == null) {
            int id = classes.named.newId();
            if (id >= NamedTable.MOST_NAMED) {
                return id;
            }
            known = classes.named.add(id, new LoaderClass(loader.getClass(), id));
        }
        return known.id();
    }

    @Override
    protected int kind(ClassLoader loader) {
        return loader.getClass().hashCode();
    }
}
