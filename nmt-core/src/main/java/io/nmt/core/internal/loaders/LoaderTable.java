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

    private final Kind kind;
    private final Classes classes;

    /** The objects of a table. */
    enum Kind {
        /** Class loaders. */
        LOADER,
        /** Hidden classes that may be unloaded before their loader. */
        HIDDEN,
        /** Hidden classes that live as long as their loader. */
        STRONG
    }

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

    LoaderTable(Kind kind) {
        this(kind, TableBound.ofHeap(name(kind), SHARE_OF_HEAP, BYTES + REFERENCE_BYTES, MOST));
    }

    /** With another bound, for tests. */
    LoaderTable(Kind kind, TableBound bound) {
        this(kind, new Classes(), bound);
    }

    private LoaderTable(Kind kind, Classes classes, TableBound bound) {
        super(classes, bound);
        this.kind = kind;
        this.classes = classes;
    }

    private static String name(Kind kind) {
        return kind == Kind.LOADER ? "samples of class loaders" : "samples of hidden classes";
    }

    /** Initialises this class, and those of samples and of names. */
    static void initialise() {
        initialiseSamples();
        new LoaderClass(LoaderTable.class, NamedTable.MOST_NAMED).isOwn(ClassNames.withoutNumber(GROUP));
        LoaderFields.initialise();
    }

    @Override
    protected SampledObject<Object> sample(Object made, CallSite site, long now, int weight) {
        LoaderClass known = classes.named.find(name(made));
        String others = made instanceof Class ? hidden(OTHERS) : OTHERS;
        String parent = made instanceof Class<?> hidden
                ? LoaderFields.className(hidden.getClassLoader())
                : LoaderFields.parentClass((ClassLoader) made);
        return new MadeLoader(made, this, site, now, weight, known == null ? others : known.name(), parent);
    }

    /**
     * The hidden classes of a line are one group: each that compiles code defines several kinds. Those that live with
     * their loader are parts of a class, of which a line may load many: they are told apart by its name.
     */
    @Override
    protected int group(Object made) {
        int id = named(made);
        return kind == Kind.HIDDEN ? NamedTable.MOST_NAMED : id;
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

    /** Asks no hidden class for its name: the JVM would keep that as long as the class. */
    @Override
    protected int kind(Object made) {
        return made instanceof Class<?> hidden
                ? System.identityHashCode(hidden.getSuperclass()) ^ System.identityHashCode(hidden.getClassLoader())
                : made.getClass().hashCode();
    }

    private String name(Object made) {
        return made instanceof Class<?> hidden
                ? hidden(ClassNames.withoutNumber(hidden.getName()))
                : made.getClass().getName();
    }

    private String hidden(String name) {
        return kind == Kind.STRONG ? MadeLoaders.strong(name) : MadeLoaders.hidden(name);
    }
}
