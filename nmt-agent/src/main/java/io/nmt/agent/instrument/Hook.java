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
    /** The kind of change to a method. */
    enum Kind {
        /** Around {@code Unsafe.allocateMemory}: records the block it returns. */
        ALLOCATE(Role.UNSAFE),
        /** Around {@code Unsafe.reallocateMemory}: replaces the block's record. */
        REALLOCATE(Role.UNSAFE),
        /** At the start of {@code Unsafe.freeMemory}: removes the block's record. */
        FREE(Role.UNSAFE),
        /** Before a call of {@code Unsafe.allocateMemory}: says what the block is for. */
        LABEL(Role.LABEL),
        /** The same; and where the method calls {@code ByteBuffer.allocateDirect} (until JDK 24), the hook calls it. */
        LABEL_TEMPORARY(Role.LABEL),
        /**
         * At the return of a method behind which {@code Unsafe.allocateMemory} is called: says what the block is for.
         */
        LABEL_NEXT(Role.LABEL),
        /** In place of a native that maps: a method that calls it and records what it returns. */
        MAP(Role.NATIVE),
        /** In place of a native that unmaps: a method that removes the record and calls it. */
        UNMAP(Role.NATIVE),
        /** At the return of a method that maps by such a native, where that cannot be replaced any more. */
        MAP_CALLER(MAP),
        /** At the start of a method that unmaps by such a native, where that cannot be replaced any more. */
        UNMAP_CALLER(UNMAP),
        /** At the return of a method of the {@code Linker}: wraps the handle if it calls a function that allocates. */
        LINK(Role.LINKER),
        /** At the start of the initialiser of a class that the {@code Linker} uses: puts {@link #LINK} in place. */
        FIRST_USE(Role.AID),
        /** At the start of a method that makes an arena: notes a shared one until it is closed. */
        ARENA(Role.ARENA),
        /** Nothing: a method that the hook of {@link #ARENA} calls, and that must be there. */
        ARENA_CLOSE(Role.ARENA),
        /** At the start of the method that starts JFR: the events come then. */
        FIRST_RECORDING(Role.EXTRA),
        /** At the start of the initialiser of a class that shared arenas use: puts {@link #ARENA} in place. */
        FIRST_ARENA(Role.AID),
        /** In place of JNA's native that allocates: a method that calls it and records the block it returns. */
        JNA_ALLOCATE(Role.NATIVE),
        /** In place of JNA's native that frees: a method that removes the block's record and calls it. */
        JNA_FREE(Role.NATIVE),
        /** At the return of a method that allocates by such a native, where that cannot be replaced any more. */
        JNA_ALLOCATE_CALLER(JNA_ALLOCATE),
        /** At the start of a method that frees by such a native, where that cannot be replaced any more. */
        JNA_FREE_CALLER(JNA_FREE),
        /** At the end of the constructor of an {@code Inflater} or {@code Deflater}: records its zlib stream. */
        ZIP_OPEN(Role.COUNT),
        /** Behind the natives of {@code Inflater} that may make its zlib stream larger. */
        ZIP_INFLATE(Role.AID),
        /** At the start of the method that ends a zlib stream: removes the record. */
        ZIP_END(Role.COUNT),
        /** Nothing: a method that the hook of {@link #ZIP_OPEN} calls, and that must be there. */
        ZIP_ADDRESS(Role.COUNT),
        /** At the return of a constructor: notes the object, which is a chunk of a pool. */
        CHUNK_CONSTRUCTED(Role.POOL),
        /** At the start of a method: notes its parameter, which is a chunk of a pool. */
        CHUNK_ADDED(Role.POOL),
        /** At the start of a method: forgets its parameter, which is a chunk of a pool. */
        CHUNK_FREED(Role.POOL),
        /** At the return of a method: notes a sampled buffer of a pool, which it hands out. */
        BUFFER_HANDED_OUT(Role.BUFFER),
        /** At the start of a method: forgets the object, which is a buffer of a pool. */
        BUFFER_GIVEN_BACK(Role.BUFFER),
        /** At the start of a method: notes who has the object, which is a buffer. */
        BUFFER_TOUCHED(Role.BUFFER),
        /** At the start of a method: notes who called it, and so goes on using the object, which is a buffer. */
        BUFFER_RETAINED(Role.BUFFER),
        /** At the start of a method: notes who called it, and so does not use the object any longer, a buffer. */
        BUFFER_RELEASED(Role.BUFFER),
        /** At the start of a method: notes that the object, a buffer, is a part of its parameter, one as well. */
        BUFFER_DERIVED(Role.BUFFER),
        /** At the start of a method of a pipeline: touches what it passes on, also where leak detection is disabled. */
        PIPELINE_TOUCHES(Role.BUFFER),
        /** At the start of a method: notes that its parameter, a buffer, is a part of the object, one as well. */
        BUFFER_COMPOSED(Role.BUFFER),
        /** At the return of a method: notes the buffer that a pool hands out as a whole. */
        BUFFER_LENT(Role.BUFFER),
        /** In a method that gives such a buffer back: notes that, before another one can be handed it. */
        BUFFER_RETURNED(Role.BUFFER),
        /** At the start of a static method: shows its parameters, which change the context of the thread. */
        CONTEXT(Role.CONTEXT),
        /** At the start of a method that changes the context of a thread: shows the thread-local that keeps it. */
        CONTEXT_STORED(Role.CONTEXT),
        /** Shows an OutOfMemoryError before {@code java.nio.Bits} throws it. */
        DIRECT_LIMIT(Role.EXTRA),
        /** At the start of a method: shows its parameter, an error that ends the thread. */
        THREAD_ENDS(Role.EXTRA),
        /** Shows an error before a method throws it on. */
        THREAD_FAILS(Role.EXTRA),
        /** At the return of the constructor of class loaders: notes the loader. */
        LOADER_MADE(Role.EXTRA),
        /** At the return of the method of a {@code Lookup} that defines a class: notes the class. */
        CLASS_DEFINED(Role.EXTRA),
        /** At the return of a method that lists the members of a class for reflection: leaves out what hooks added. */
        MEMBER_FILTER(Role.EXTRA),
        /** At the return of a method that makes MBean servers: shows the new one. */
        SERVER(Role.EXTRA);

        private final Role role;
        private final Kind task;

        Kind(Role role) {
            this.role = role;
            this.task = this;
        }

        /** One that stands in for a native, where that cannot be replaced any more. */
        Kind(Kind task) {
            this.role = Role.CALLER;
            this.task = task;
        }

        Role role() {
            return role;
        }

        /** The kind, or the one that it stands in for. */
        Kind task() {
            return task;
        }

        /** True if it is wanted whatever categories are. */
        boolean isOfAll() {
            return isOfThreads()
                    || this == LOADER_MADE
                    || this == CLASS_DEFINED
                    || this == SERVER
                    || this == MEMBER_FILTER
                    || this == FIRST_RECORDING;
        }

        /** True if it shows errors that end a thread. */
        boolean isOfThreads() {
            return this == THREAD_ENDS || this == THREAD_FAILS;
        }
    }

    /** The part of tracking that depends on a hook. */
    enum Role {
        /** Counts what passes {@code Unsafe}: without it the agent does not track. */
        UNSAFE,
        /** Tells what such a block is for: without it, the block has the wrong category. */
        LABEL,
        /** Counts, in place of a native. It adds a method: the class must not be loaded yet. */
        NATIVE,
        /** Counts in the callers of such a native, where its class is loaded already. */
        CALLER,
        /** Counts: without it, blocks of its category go uncounted. */
        COUNT,
        /** Helps others to count: when to begin, or how much. */
        AID,
        /** Counts what the {@code Linker} calls, and waits until that is used. */
        LINKER,
        /** Counts shared arenas, and waits until there is one. */
        ARENA,
        /** Tells of chunks of pools, and counts nothing. */
        POOL,
        /** Tells of buffers of pools, and counts nothing. */
        BUFFER,
        /** Tells of named scopes, and counts nothing. */
        CONTEXT,
        /** Counts nothing; it serves all categories. */
        EXTRA;

        /** True if the hooks of {@code Unsafe} need it. */
        boolean belongsToUnsafe() {
            return this == UNSAFE || this == LABEL;
        }

        /** True if blocks of its category go uncounted without it, from the start on. */
        boolean counts() {
            return isOfNative() || this == COUNT;
        }

        /** True if nothing goes uncounted without it. */
        boolean tellsOfPools() {
            return this == POOL || this == BUFFER;
        }

        /** True if it is placed at the first use of its target. */
        boolean waits() {
            return this == LINKER || this == ARENA;
        }

        /** True if another row may do the same in another class. */
        boolean isOfNative() {
            return this == NATIVE || this == CALLER;
        }
    }

    /** True if it is a class of that name, or a relocated copy of it. */
    boolean appliesToClass(String name) {
        return className.startsWith("*") ? name.endsWith(className.substring(1)) : name.equals(className);
    }

    /** The part of tracking that depends on it. */
    Role role() {
        return kind.role();
    }

    /** True if versions of the class without such a method are hooked all the same. */
    boolean isOptional() {
        return kind == Kind.BUFFER_TOUCHED;
    }

    boolean appliesTo(int jdk) {
        return jdk >= firstJdk && (lastJdk == 0 || jdk <= lastJdk);
    }

    /** The method's name, without its descriptor. */
    String methodName() {
        int end = method.indexOf('(');
        return end < 0 ? method : method.substring(0, end);
    }

    boolean appliesToMethod(String name, String descriptor) {
        return method.equals("*")
                || (method.startsWith(name)
                        && (method.length() == name.length()
                                || (method.length() == name.length() + descriptor.length()
                                        && method.endsWith(descriptor))));
    }

    /** True if some bytes of a class file are the method's name. */
    boolean hasMethodName(byte[] bytes, int at, int length) {
        if (method.length() < length || (method.length() > length && method.charAt(length) != '(')) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (bytes[at + i] != method.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
