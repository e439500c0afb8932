package io.nmt.agent.instrument;

import io.nmt.core.internal.counters.ThreadCounters;
import io.nmt.core.internal.hooks.UnsafeHooks;
import io.nmt.core.internal.hooks.ZipProbe;
import io.nmt.core.internal.jdk.JdkInternals;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.model.Category;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Hooks that count the same blocks, and how to see that they are there without a trace in any figure. */
abstract class HookFamily {
    private final boolean isCheap;
    private final List<String> classes;
    private final List<Category> categories;

    private HookFamily(boolean isCheap, List<String> classes, List<Category> categories) {
        this.isCheap = isCheap;
        this.classes = classes;
        this.categories = categories;
    }

    /** All families. */
    static List<HookFamily> all() {
        return List.of(new OfUnsafe(), new OfDirectBuffers(), new OfZip());
    }

    /** Tries the hooks on the current thread. Leaves nothing behind. */
    abstract boolean works();

    /** True if a probe needs a few microseconds at most. */
    boolean isCheap() {
        return isCheap;
    }

    /** True if all its classes have their hooks. */
    boolean isHookedBy(HookingTransformer transformer) {
        for (String name : classes) {
            HookedClass type = transformer.of(name);
            if (type == null || !type.isPlaced()) {
                return false;
            }
        }
        return true;
    }

    /** Its classes. */
    List<Class<?>> classes(HookingTransformer transformer) {
        List<Class<?>> found = new ArrayList<>();
        for (String name : classes) {
            if (transformer.of(name) != null) {
                try {
                    found.add(Class.forName(name.replace('/', '.'), false, null));
                } catch (ClassNotFoundException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        return found;
    }

    /** Names the classes that have the hooks; of nested ones those around them. */
    String classNames() {
        List<String> names = new ArrayList<>();
        for (String name : classes) {
            if (name.indexOf('$') < 0) {
                names.add(name.replace('/', '.'));
            }
        }
        return String.join(" or ", names);
    }

    /** The categories whose blocks they count. */
    List<String> categories() {
        List<String> names = new ArrayList<>();
        for (Category category : categories) {
            names.add(category.name());
        }
        return names;
    }

    /** Around the methods of {@code Unsafe}. */
    private static final class OfUnsafe extends HookFamily {
        OfUnsafe() {
            super(
                    true,
                    List.of("jdk/internal/misc/Unsafe"),
                    List.of(
                            Category.DIRECT_BUFFER,
                            Category.NIO_TEMPORARY_BUFFER,
                            Category.NIO_INTERNAL,
                            Category.UNSAFE,
                            Category.FOREIGN_MEMORY));
        }

        @Override
        boolean works() {
            String problem = SelfTest.runOnBlocks();
            return problem == null || problem.equals(SelfTest.NO_ROOM);
        }
    }

    /** The hook where the JDK says that a direct buffer comes next. */
    private static final class OfDirectBuffers extends HookFamily {
        OfDirectBuffers() {
            super(true, List.of("java/nio/Bits"), List.of(Category.DIRECT_BUFFER));
        }

        @Override
        boolean works() {
            UnsafeHooks.unlabel();
            try {
                JdkInternals.access().reserveNoDirectMemory();
            } catch (LinkageError e) {
                return true; // this JDK has no way to try them; the other families are tried
            }
            return Tracker.current().takeLabel(ThreadCounters.PROBE) == Category.DIRECT_BUFFER.id();
        }
    }

    /** The hooks where zlib's streams begin and end. */
    private static final class OfZip extends HookFamily {
        OfZip() {
            super(
                    false,
                    List.of(
                            "java/util/zip/Inflater",
                            "java/util/zip/Inflater$InflaterZStreamRef",
                            "java/util/zip/Deflater",
                            "java/util/zip/Deflater$DeflaterZStreamRef"),
                    List.of(Category.ZIP));
        }

        @Override
        boolean works() {
            ZipProbe.begin();
            try {
                new Inflater(true).end();
                new Deflater(Deflater.BEST_SPEED, true).end();
            } finally {
                ZipProbe.end();
            }
            return ZipProbe.saw(2);
        }
    }
}
