package io.nmt.agent.instrument;

import io.nmt.core.categories.Category;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What is hooked: one row per JDK method or caller. To track another allocation path, add a row.
 *
 * <p>All memory that Java code takes passes {@code jdk.internal.misc.Unsafe}, so three rows count everything. The other
 * rows name the JDK's own callers: the label says, just before such a call, what the block is for. What comes without a
 * label is the application's {@code Unsafe}.
 */
public final class HookTable {
    private static final String UNSAFE = "jdk/internal/misc/Unsafe";

    private static final Hook[] ROWS = {
        //  class, method (<init> any constructor, * any method), JDKs, category, what is done

        // Counting: every block, by size and address
        hook(UNSAFE, "allocateMemory(J)J", 17, 0, Category.UNSAFE, Hook.Kind.ALLOCATE),
        hook(UNSAFE, "reallocateMemory(JJ)J", 17, 0, Category.UNSAFE, Hook.Kind.REALLOCATE),
        hook(UNSAFE, "freeMemory(J)V", 17, 0, Category.UNSAFE, Hook.Kind.FREE),

        // Telling apart: who is about to call Unsafe.allocateMemory
        hook("java/nio/DirectByteBuffer", "<init>", 17, 0, Category.DIRECT_BUFFER, Hook.Kind.LABEL),
        hook("sun/nio/ch/Util", "*", 17, 0, Category.NIO_TEMPORARY_BUFFER, Hook.Kind.LABEL_TEMPORARY),
        hook("sun/nio/ch/NativeObject", "*", 17, 0, Category.NIO_INTERNAL, Hook.Kind.LABEL),
        hook("sun/nio/ch/NativeSocketAddress", "<init>", 17, 0, Category.NIO_INTERNAL, Hook.Kind.LABEL),
        hook("sun/nio/ch/EPoll", "*", 17, 0, Category.NIO_INTERNAL, Hook.Kind.LABEL),
        hook("sun/nio/fs/NativeBuffer", "<init>", 17, 0, Category.NIO_INTERNAL, Hook.Kind.LABEL),
        hook("sun/nio/fs/Cancellable", "<init>", 17, 0, Category.NIO_INTERNAL, Hook.Kind.LABEL),
        hook("sun/nio/fs/LinuxWatchService$Poller", "<init>", 17, 0, Category.NIO_INTERNAL, Hook.Kind.LABEL),
        hook("jdk/internal/foreign/NativeMemorySegmentImpl", "*", 17, 21, Category.FOREIGN_MEMORY, Hook.Kind.LABEL),
        hook("jdk/internal/foreign/SegmentFactories", "*", 22, 0, Category.FOREIGN_MEMORY, Hook.Kind.LABEL),
    };

    private HookTable() {}

    private static Hook hook(
            String className, String method, int firstJdk, int lastJdk, Category category, Hook.Kind kind) {
        return new Hook(className, method, firstJdk, lastJdk, category, kind);
    }

    /** The classes that are hooked on this JDK, with slashes. */
    static Set<String> classNames() {
        Set<String> names = new LinkedHashSet<>();
        for (Hook hook : ROWS) {
            if (hook.appliesToThisJdk()) {
                names.add(hook.className());
            }
        }
        return names;
    }

    /**
     * The rows that apply to a class on this JDK.
     *
     * @param className with slashes
     * @return the rows
     */
    static List<Hook> of(String className) {
        List<Hook> hooks = new ArrayList<>();
        for (Hook hook : ROWS) {
            if (hook.className().equals(className) && hook.appliesToThisJdk()) {
                hooks.add(hook);
            }
        }
        return hooks;
    }

    /**
     * The categories that the agent can tell apart.
     *
     * @return without repetition, in the order of the table
     */
    public static Set<Category> categories() {
        Set<Category> categories = new LinkedHashSet<>();
        for (Hook hook : ROWS) {
            categories.add(hook.category());
        }
        return categories;
    }
}
