package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;

/** The class loaders of one class that one line of code made and that were not collected. */
@Name("nmt.ClassLoaders")
@Label("Class Loaders")
@Description("Class loaders of one class that one line of code created and that were not collected")
@Period("everyChunk")
final class ClassLoadersEvent extends MadeEvent {
    @Label("Rank")
    @Description("1 for the group with most loaders")
    int rank;

    @Label("Class of Loaders")
    String loaderClass;

    @Label("Class of Parent")
    @Description("Class of their parent; empty for the boot loader")
    String parentClass;

    @Label("Loaders")
    long live;

    @Label("Classes")
    @Description("Classes that they have defined, an estimate by the mean of their class; -1 if unknown")
    long classes;

    @Label("Survivors")
    @Description("Loaders of the last three quarters of its growth that survived a full collection; -1 if unknown")
    long survivors;

    @Label("Metaspace")
    @Description("Committed metaspace, an estimate by the mean of their class; -1 if unknown")
    @DataAmount
    long metaspace;

    @Label("Used Metaspace")
    @Description("The part of it that is used; -1 if unknown")
    @DataAmount
    long used;

    @Label("Kept by")
    @Description("CONTEXT, TASK or THREAD_LOCAL of threads, DRIVER, SHUTDOWN_HOOK, LOG_HANDLER, PROVIDER or BEAN of the"
            + " JDK, STATIC_FIELD; empty if none")
    String keptBy;

    @Label("Kept Loaders")
    long keptLoaders;

    @Label("Keeper")
    @Description("The names of threads, N stands for numbers that differ; of a driver or handler, its class")
    String keptByThreads;
}
