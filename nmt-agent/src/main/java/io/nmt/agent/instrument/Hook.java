package io.nmt.agent.instrument;

import io.nmt.core.model.Category;

/**
 * A row of the {@link HookTable}.
 *
 * @param className the class, with slashes; of a library it may begin with {@code *} for any package
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
        /** At the start of {@code Unsafe.freeMemory}: removes the block's record. */
        FREE,
        /** Before a call of {@code Unsafe.allocateMemory}: says what the block is for. */
        LABEL,
        /** The same; and where the method calls {@code ByteBuffer.allocateDirect} (until JDK 24), the hook calls it. */
        LABEL_TEMPORARY,
        /**
         * At the return of a method behind which {@code Unsafe.allocateMemory} is called: says what the block is for.
         */
        LABEL_NEXT,
        /** In place of a native that maps: a method that calls it and records what it returns. */
        MAP,
        /** In place of a native that unmaps: a method that removes the record and calls it. */
        UNMAP,
        /** At the return of a method that maps by such a native, where that cannot be replaced any more. */
        MAP_CALLER,
        /** At the start of a method that unmaps by such a native, where that cannot be replaced any more. */
        UNMAP_CALLER,
        /** At the return of a method of the {@code Linker}: wraps the handle if it calls a function that allocates. */
        LINK,
        /** At the start of the initialiser of a class that the {@code Linker} uses: puts {@link #LINK} in place. */
        FIRST_USE,
        /** Around a method that brings in the class of a name: says when a library's class may come. */
        LOADING,
        /** In place of JNA's native that allocates: a method that calls it and records the block it returns. */
        JNA_ALLOCATE,
        /** In place of JNA's native that frees: a method that removes the block's record and calls it. */
        JNA_FREE,
        /** At the return of a method that allocates by such a native, where that cannot be replaced any more. */
        JNA_ALLOCATE_CALLER,
        /** At the start of a method that frees by such a native, where that cannot be replaced any more. */
        JNA_FREE_CALLER,
        /** At the end of the constructor of an {@code Inflater} or {@code Deflater}: records its zlib stream. */
        ZIP_OPEN,
        /** Behind the natives of {@code Inflater} that may make its zlib stream larger. */
        ZIP_INFLATE,
        /** At the start of the method that ends a zlib stream: removes the record. */
        ZIP_END,
        /** At the return of a constructor: notes the object, which is a chunk of a pool. */
        CHUNK_CONSTRUCTED,
        /** At the start of a method: notes its parameter, which is a chunk of a pool. */
        CHUNK_ADDED,
        /** At the start of a method: forgets its parameter, which is a chunk of a pool. */
        CHUNK_FREED,
        /** Where {@code java.nio.Bits} throws its OutOfMemoryError: shows the error before. */
        DIRECT_LIMIT,
        /** At the return of a method that makes MBean servers: shows the new one. */
        SERVER;

        /** Whether the hooks of {@code Unsafe} need it: it tells what another row counts. */
        boolean belongsToUnsafe() {
            return this == ALLOCATE || this == REALLOCATE || this == FREE || isLabel();
        }

        /** Whether blocks only get the wrong category without it; else they go uncounted. */
        boolean isLabel() {
            return this == LABEL || this == LABEL_TEMPORARY || this == LABEL_NEXT;
        }

        /** Whether it takes a class that is not loaded yet: it adds a method. */
        boolean replacesNative() {
            return this == MAP || this == UNMAP || this == JNA_ALLOCATE || this == JNA_FREE;
        }

        /** Whether blocks of its category go uncounted without it, from the start on. */
        boolean counts() {
            return task() == MAP || task() == UNMAP || task() == ZIP_OPEN || task() == ZIP_END || task() == LOADING;
        }

        /** The kind, or the one that it stands in for. */
        Kind task() {
            return switch (this) {
                case MAP_CALLER -> MAP;
                case UNMAP_CALLER -> UNMAP;
                case JNA_ALLOCATE_CALLER -> JNA_ALLOCATE;
                case JNA_FREE_CALLER -> JNA_FREE;
                default -> this;
            };
        }

        /** Whether it waits until the {@code Linker} is used. */
        boolean waits() {
            return this == LINK;
        }

        /** Whether the class's other rows do without it, if a JDK has nothing of the kind: it counts nothing. */
        boolean isOptional() {
            return this == DIRECT_LIMIT;
        }

        /** Whether it tells of pools, and counts nothing. */
        boolean isOfPool() {
            return this == CHUNK_CONSTRUCTED || this == CHUNK_ADDED || this == CHUNK_FREED;
        }

        /** Whether it stands in for {@link #replacesNative} where the class is loaded already. */
        boolean hooksCallers() {
            return this == MAP_CALLER || this == UNMAP_CALLER || this == JNA_ALLOCATE_CALLER || this == JNA_FREE_CALLER;
        }
    }

    /** Whether it is a class of that name, or one that was given another package in place of the first. */
    boolean appliesToClass(String name) {
        return className.startsWith("*") ? name.endsWith(className.substring(1)) : name.equals(className);
    }

    boolean appliesTo(int jdk) {
        return jdk >= firstJdk && (lastJdk == 0 || jdk <= lastJdk);
    }

    boolean appliesToMethod(String name, String descriptor) {
        return method.equals("*")
                || (method.startsWith(name)
                        && (method.length() == name.length()
                                || (method.length() == name.length() + descriptor.length()
                                        && method.endsWith(descriptor))));
    }
}
