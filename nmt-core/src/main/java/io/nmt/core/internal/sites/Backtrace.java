package io.nmt.core.internal.sites;

import io.nmt.core.internal.jdk.JdkAccess;
import io.nmt.core.internal.jdk.JdkInternals;

/** The stack that the JVM notes in a {@link Throwable}, before it makes frames of it. */
final class Backtrace {
    /*
     * To take a stack costs 1 to 2 µs, to turn it into frames ten times that. Most samples come from stacks that have
     * been met before; they are recognised by what the JVM notes of each frame: the method's number in its class, the
     * index of the bytecode, and the class. HotSpot keeps these in arrays, 32 frames in each (Throwable.backtrace, laid
     * out in javaClasses.cpp, the same in JDK 17 to 25):
     *
     *     Object[]
     *     { short[] methods, int[] bytecode indexes and versions, Object[] classes, long[] names, ..., Object[] next }
     *
     * If a JVM does it otherwise, no stack is recognised, and each sample costs the frames.
     */
    static final long UNKNOWN = 0;

    private static final JdkAccess JDK = JdkInternals.access();

    private static final int METHODS = 0;
    private static final int INDEXES = 1;
    private static final int CLASSES = 2;
    private static final int FIRST_MAYBE_NEXT = 4;
    private static final int FRAMES_PER_ARRAY = 32;

    private static final long BACKTRACE_OFFSET = offset("backtrace");
    private static final long STACK_TRACE_OFFSET = offset("stackTrace");
    private static final StackTraceElement[] NO_ELEMENTS = {};

    private Backtrace() {}

    /**
     * The stack of the current thread. It is made without a constructor, which JFR would count as an exception that the
     * application throws (jdk.ExceptionStatistics, jdk.JavaExceptionThrow).
     */
    static Throwable take() {
        if (STACK_TRACE_OFFSET != UNKNOWN) {
            try {
                Throwable stack = (Throwable) JDK.newInstance(Throwable.class);
                // What the constructor does: only a throwable whose stack is not fixed can take one.
                JDK.setReference(stack, STACK_TRACE_OFFSET, NO_ELEMENTS);
                return stack.fillInStackTrace();
            } catch (InstantiationException e) {
                return new Throwable(); // Throwable is not abstract
            }
        }
        return new Throwable();
    }

    private static long offset(String field) {
        long offset = JDK == null ? JdkAccess.NO_FIELD : JDK.fieldOffset(Throwable.class, field);
        return offset == JdkAccess.NO_FIELD ? UNKNOWN : offset;
    }

    /**
     * A number that stands for the innermost frames of a stack.
     *
     * @param stack to be recognised
     * @param frames at most, from the innermost on
     * @return equal for equal stacks, and with overwhelming probability only for these; or {@link #UNKNOWN}
     */
    static long hash(Throwable stack, int frames) {
        if (BACKTRACE_OFFSET == UNKNOWN) {
            return UNKNOWN;
        }
        long hash = frames;
        int left = frames;
        Object[] arrays = arrays(JDK.reference(stack, BACKTRACE_OFFSET));
        if (arrays == null) {
            return UNKNOWN;
        }
        while (arrays != null && left > 0) {
            short[] methods = (short[]) arrays[METHODS];
            int[] indexes = (int[]) arrays[INDEXES];
            Object[] classes = (Object[]) arrays[CLASSES];
            int length = Math.min(left, Math.min(FRAMES_PER_ARRAY, methods.length));
            for (int i = 0; i < length && classes[i] != null; i++) {
                long frame = (long) methods[i] << 48 ^ (long) indexes[i] << 16 ^ System.identityHashCode(classes[i]);
                hash = (hash ^ frame) * 0x9E3779B97F4A7C15L;
                hash ^= hash >>> 32;
            }
            left -= length;
            arrays = next(arrays);
        }
        return hash == UNKNOWN ? 1 : hash;
    }

    private static Object[] next(Object[] arrays) {
        for (int i = FIRST_MAYBE_NEXT; i < arrays.length; i++) {
            Object[] next = arrays(arrays[i]);
            if (next != null) {
                return next;
            }
        }
        return null;
    }

    private static Object[] arrays(Object object) {
        return object instanceof Object[] arrays
                        && arrays.length > FIRST_MAYBE_NEXT
                        && arrays[METHODS] instanceof short[]
                        && arrays[INDEXES] instanceof int[]
                        && arrays[CLASSES] instanceof Object[]
                ? arrays
                : null;
    }
}
