package io.nmt.core.internal.loaders;

import io.nmt.core.internal.concurrent.NamedTable;
import io.nmt.core.internal.concurrent.TableBound;
import io.nmt.core.internal.sites.CallSite;
import io.nmt.core.internal.sites.ClassNames;
import io.nmt.core.internal.sites.SampledObject;
import io.nmt.core.internal.sites.SampledObjects;
import io.nmt.core.internal.sites.SiteTable;
import io.nmt.core.model.MadeLoaders;

/**
 * The sampled class loaders that were not collected, and the call sites that made them; or the same of hidden classes,
 * which the JVM keeps as if each had a loader. Thread-safe.
 */
final class LoaderTable extends SampledObjects<Object> {
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
        new LoaderClass(LoaderTable.class, NamedTable.MOST_NAMED).isOwn(name(LoaderTable.class));
        LoaderFields.initialise();
    }

    @Override
    protected SampledObject<Object> sample(Object made, CallSite site, long now, int weight) {
        LoaderClass known = classes.named.find(name(made));
        String others = made instanceof Class ? MadeLoaders.hidden(OTHERS) : OTHERS;
        String parent = made instanceof Class<?> hidden
                ? LoaderFields.className(hidden.getClassLoader())
                : LoaderFields.parentClass((ClassLoader) made);
        return new MadeLoader(made, this, site, now, weight, known == null ? others : known.name(), parent);
    }

    /** The hidden classes of a line are one group: each that compiles code defines several kinds. */
    @Override
    protected int group(Object made) {
        int id = named(made);
        return made instanceof Class ? NamedTable.MOST_NAMED : id;
    }

    private int named(Object made) {
        String name = name(made);
        LoaderClass known = classes.named.find(name);
        if (known == null) {
            int id = classes.named.newId();
            if (id >= NamedTable.MOST_NAMED) {
                return id;
            }
            known = classes.named.add(
                    id, made instanceof Class ? new LoaderClass(name, id) : new LoaderClass(made.getClass(), id));
        }
        return known.id();
    }

    @Override
    protected int kind(Object made) {
        return made instanceof Class ? name(made).hashCode() : made.getClass().hashCode();
    }

    private static String name(Object made) {
        return made instanceof Class<?> hidden
                ? MadeLoaders.hidden(ClassNames.withoutNumber(hidden.getName()))
                : made.getClass().getName();
    }
}
