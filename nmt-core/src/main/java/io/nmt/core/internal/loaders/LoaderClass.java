package io.nmt.core.internal.loaders;

import io.nmt.core.internal.concurrent.NamedTable;
import io.nmt.core.internal.sites.ClassNames;

/** The loaders of one class, or hidden classes of one name. Refers to no class. Immutable. */
final class LoaderClass implements NamedTable.Named {
    private final String name;
    private final String[] lineage;
    private final int id;

    /** A class, whose call sites have that group. */
    LoaderClass(Class<?> type, int id) {
        this.name = type.getName();
        this.lineage = ClassNames.ofLineage(type);
        this.id = id;
    }

    /** Hidden classes, whose call sites have that group. */
    LoaderClass(String name, int id) {
        this.name = name;
        this.lineage = new String[0];
        this.id = id;
    }

    @Override
    public String name() {
        return name;
    }

    int id() {
        return id;
    }

    /** True of the class that makes such loaders in its constructors. Such a frame is no user. */
    boolean isOwn(String className) {
        return ClassNames.contain(lineage, className);
    }
}
