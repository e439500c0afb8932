package io.nmt.agent.pressure;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.util.function.Supplier;

/** Writes what there was when the JVM itself made an OutOfMemoryError: of objects, of classes, or of a thread. */
final class JvmErrorReport extends ErrorReport {
    private static final File STATUS = new File("/proc/self/status");
    private static final File LIMITS = new File("/proc/self/limits");

    // HotSpot's messages, the same from JDK 17 to 25.
    private static final String NO_HEAP = "Java heap space";
    private static final String ONLY_COLLECTED = "GC overhead limit exceeded";
    private static final String NO_METASPACE = "Metaspace";
    private static final String NO_CLASS_SPACE = "Compressed class space";
    private static final String NO_THREAD = "unable to create native thread";

    private final Cause cause;
    private final String message;

    private JvmErrorReport(
            Supplier<Evidence> evidence, Cause cause, String message, OutOfMemoryError error, Thread failing) {
        super(evidence, error, failing);
        this.cause = cause;
        this.message = message;
    }

    /** Returns null if it is another error: of native memory, of which is told where it is refused, or made by code. */
    static JvmErrorReport of(Supplier<Evidence> evidence, OutOfMemoryError error, Thread failing) {
        String message = error.getMessage() == null ? "" : error.getMessage();
        Cause cause = cause(message);
        return cause == null ? null : new JvmErrorReport(evidence, cause, message, error, failing);
    }

    private static Cause cause(String message) {
        if (message.equals(NO_HEAP) || message.equals(ONLY_COLLECTED)) {
            return Cause.HEAP;
        } else if (message.equals(NO_METASPACE) || message.equals(NO_CLASS_SPACE)) {
            return Cause.METASPACE;
        }
        return message.startsWith(NO_THREAD) ? Cause.THREAD : null;
    }

    /** Whether no thread can be started, also not to write the report. */
    boolean isOfThreads() {
        return cause == Cause.THREAD;
    }

    @Override
    Crossing crossing(String details) {
        return switch (cause) {
            case HEAP -> {
                Runtime runtime = Runtime.getRuntime();
                long used = runtime.totalMemory() - runtime.freeMemory();
                yield new Crossing(cause, "Java heap (-Xmx)", used, runtime.maxMemory(), details, 0);
            }
            case METASPACE -> ofClasses(details);
            default -> new Crossing(cause, threads(), rssBytes(), Long.MAX_VALUE, details, 0);
        };
    }

    private Crossing ofClasses(String details) {
        boolean isClassSpace = message.equals(NO_CLASS_SPACE);
        String option = isClassSpace ? "-XX:CompressedClassSpaceSize" : "-XX:MaxMetaspaceSize";
        MemoryUsage usage = pool(isClassSpace ? "Compressed Class Space" : "Metaspace");
        return new Crossing(
                cause,
                message + " (" + option + ")",
                usage == null ? 0 : usage.getCommitted(),
                usage == null || usage.getMax() <= 0 ? Long.MAX_VALUE : usage.getMax(),
                details,
                0);
    }

    private static MemoryUsage pool(String name) {
        try {
            for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
                if (pool.getName().equals(name)) {
                    return pool.getUsage();
                }
            }
        } catch (LinkageError e) {
            return null; // there is no module java.management
        }
        return null;
    }

    /** What threads are limited by; where none of that is reached, it is memory, or the system's limit. */
    private static String threads() {
        StringBuilder text = new StringBuilder("thread refused, at ")
                .append(SmallFile.field(STATUS, "Threads:"))
                .append(" of this process");
        long most = SmallFile.field(LIMITS, "Max processes");
        if (most > 0) {
            text.append("; a user may have ").append(most).append(" (ulimit -u)");
        }
        long inGroup = number("/sys/fs/cgroup/pids.max", "/sys/fs/cgroup/pids/pids.max");
        if (inGroup > 0) {
            text.append("; its cgroup ").append(inGroup).append(" (pids.max)");
        }
        long inSystem = number("/proc/sys/kernel/threads-max");
        if (inSystem > 0) {
            text.append("; the system ").append(inSystem).append(" (kernel.threads-max)");
        }
        return text.toString();
    }

    /** The number in the first of these files that has one; less than 0 if none has, as where there is no limit. */
    private static long number(String... paths) {
        long number = -1;
        for (int i = 0; i < paths.length && number < 0; i++) {
            try (SmallFile file = new SmallFile(new File(paths[i]))) {
                file.read();
                number = file.number();
            } catch (IOException e) {
                number = -1;
            }
        }
        return number;
    }

    private static long rssBytes() {
        return Math.max(0, SmallFile.field(STATUS, "VmRSS:") << 10);
    }
}
