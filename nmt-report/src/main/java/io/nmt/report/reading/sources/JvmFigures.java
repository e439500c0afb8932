package io.nmt.report.reading.sources;

import io.nmt.core.reader.JdkInside;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.Optional;

/**
 * The figures of the JVM's own beans. Zeros where there is no module {@code java.management}.
 *
 * @param heapCommittedBytes of the Java heap
 * @param heapUsedBytes of these, used now: what lives, and garbage that no collection has found yet
 * @param heapMaxBytes what it may become
 * @param heapAfterCollectionBytes used at the end of the last collection of each of its parts; of an old generation
 *     that none has covered yet, used now; 0 before the first collection
 * @param heapNotCollectedBytes of these, those that none has covered: garbage may be among them
 * @param heapAtMost whether garbage may be among the rest of these, too
 * @param metaspaceBytes committed for class metadata, without the class space
 * @param metaspaceUsedBytes of these, used
 * @param classSpaceBytes committed for the class space
 * @param codeBytes used by compiled code and the interpreter
 * @param classes loaded now
 * @param upMillis since its start; 0 if that is not known
 * @param finalizerQueue objects that wait for their finalizer
 */
public record JvmFigures(
        long heapCommittedBytes,
        long heapUsedBytes,
        long heapMaxBytes,
        long heapAfterCollectionBytes,
        long heapNotCollectedBytes,
        boolean heapAtMost,
        long metaspaceBytes,
        long metaspaceUsedBytes,
        long classSpaceBytes,
        long codeBytes,
        int classes,
        long upMillis,
        long finalizerQueue) {
    /** The figures of a JVM that tells nothing. */
    public static final JvmFigures NONE = new JvmFigures(0, 0, 0, 0, 0, false, 0, 0, 0, 0, 0, 0, 0);

    public static JvmFigures read() {
        try {
            return fromBeans();
        } catch (LinkageError e) {
            return NONE;
        }
    }

    /**
     * The same with at least as much class metadata as was committed at another time.
     *
     * @param other read before or after
     * @return both bounds hold
     */
    public JvmFigures withMetaspace(JvmFigures other) {
        return new JvmFigures(
                heapCommittedBytes,
                heapUsedBytes,
                heapMaxBytes,
                heapAfterCollectionBytes,
                heapNotCollectedBytes,
                heapAtMost,
                Math.max(metaspaceBytes, other.metaspaceBytes),
                Math.max(metaspaceUsedBytes, other.metaspaceUsedBytes),
                Math.max(classSpaceBytes, other.classSpaceBytes),
                codeBytes,
                classes,
                upMillis,
                finalizerQueue);
    }

    private static JvmFigures fromBeans() {
        long afterCollection = 0;
        long notCollected = 0;
        boolean atMost = false;
        long metaspace = 0;
        long metaspaceUsed = 0;
        long classSpace = 0;
        long classSpaceUsed = 0;
        long code = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            String name = pool.getName();
            MemoryUsage usage = pool.getUsage();
            MemoryUsage collected = pool.getCollectionUsage();
            if (usage == null) {
                continue;
            }
            if (name.equals("Metaspace")) {
                metaspace = usage.getCommitted();
                metaspaceUsed = usage.getUsed();
            } else if (name.equals("Compressed Class Space")) {
                classSpace = usage.getCommitted();
                classSpaceUsed = usage.getUsed();
            } else if (CodeCacheUsage.isSegment(name)) {
                code += usage.getUsed();
            } else if (collected != null) {
                // 0 until a collection has covered it: of an old generation a full one.
                boolean young = name.contains("Eden") || name.contains("Survivor") || name.contains("Young");
                long lived = collected.getUsed();
                long unseen = lived > 0 || young ? 0 : usage.getUsed();
                afterCollection += lived + unseen;
                notCollected += unseen;
                atMost |= FullCollections.leaveGarbage(name, lived);
            }
        }
        if (collections() == 0) {
            // Nothing is known of the young generation either.
            afterCollection = 0;
            notCollected = 0;
        }
        Runtime runtime = Runtime.getRuntime();
        return new JvmFigures(
                runtime.totalMemory(),
                Math.max(0, runtime.totalMemory() - runtime.freeMemory()),
                Limits.heapBytes(),
                afterCollection,
                notCollected,
                atMost,
                Math.max(0, metaspace - classSpace),
                Math.max(0, metaspaceUsed - classSpaceUsed),
                classSpace,
                code,
                loadedClasses(),
                millisSinceStart(),
                ManagementFactory.getMemoryMXBean().getObjectPendingFinalizationCount());
    }

    private static long millisSinceStart() {
        try {
            Optional<Instant> start = ProcessHandle.current().info().startInstant();
            return start.isEmpty()
                    ? 0
                    : Math.max(0, System.currentTimeMillis() - start.get().toEpochMilli());
        } catch (RuntimeException e) {
            return 0;
        }
    }

    /**
     * By the way that the public one ends in: that looks for all beans of all modules first, with a hundred classes of
     * its own.
     */
    private static int loadedClasses() {
        try {
            if (JdkInside.isReachable()) {
                Method getter = Class.forName("sun.management.ManagementFactoryHelper")
                        .getDeclaredMethod("getClassLoadingMXBean");
                JdkInside.makeAccessible(getter);
                return ((ClassLoadingMXBean) getter.invoke(null)).getLoadedClassCount();
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            // A JDK that has it elsewhere.
        }
        return ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
    }

    private static long collections() {
        long count = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            count += Math.max(0, collector.getCollectionCount());
        }
        return count;
    }
}
