package io.nmt.agent.instrument;

import io.nmt.core.categories.Category;

/**
 * A row of the {@link HookTable}.
 *
 * @param className the JDK class, with slashes
 * @param method its name and descriptor, or its name, or {@code *} for every method with a matching call in it
 * @param firstJdk the first JDK (17 or later) that has it
 * @param lastJdk the last one, or 0 if the newest has it
 * @param category of the blocks
 * @param kind what is put into the method
 */
record Hook(String className, String method, int firstJdk, int lastJdk, Category category, Kind kind) {
    /** What is put into a method. */
    enum Kind {
        /** Around {@code Unsafe.allocateMemory}: records the block it returns. */
        ALLOCATE,
        /** Around {@code Unsafe.reallocateMemory}: replaces the block's record. */
        REALLOCATE,
        /** At the begin of {@code Unsafe.freeMemory}: removes the block's record. */
        FREE,
        /** Before a call of {@code Unsafe.allocateMemory}: says what the block is for. */
        LABEL,
        /** The same; and where the method calls {@code ByteBuffer.allocateDirect} (until JDK 24), the hook calls it. */
        LABEL_TEMPORARY;

        /** Whether blocks go uncounted without it; else they only get the wrong category. */
        boolean counts() {
            return this == ALLOCATE || this == REALLOCATE || this == FREE;
        }
    }

    boolean appliesToThisJdk() {
        int jdk = Runtime.version().feature();
        return jdk >= firstJdk && (lastJdk == 0 || jdk <= lastJdk);
    }

    boolean appliesToMethod(String name, String descriptor) {
        return method.equals("*") || method.equals(name) || method.equals(name.concat(descriptor));
    }
}
