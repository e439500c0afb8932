package io.nmt.core.internal.hooks;

import io.nmt.core.internal.tracker.Tracker;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * What the methods of {@code ClassLoader} call that bring in a class: where one of the few library classes that are
 * hooked is about to come, it says so. Nothing else calls it.
 *
 * <p>No method throws. For most other classes each looks at one letter.
 */
public final class ClassHooks {
    private static Listener listener;
    private static Set<String> names = Set.of();

    private ClassHooks() {}

    /** What changes the library classes. */
    public interface Listener {
        /** Such a class may be defined now, by this thread. */
        void begin();

        /** It was defined, or was not. */
        void end();
    }

    /**
     * Called on entry of {@code ClassLoader.defineClass}; and of {@code findLoadedClass}, in which the JVM also brings
     * in what it has in a class data archive.
     *
     * @param name of the class, with dots, or null
     */
    public static void loading(String name) {
        if (isHooked(name)) {
            try {
                Listener told = listener;
                if (told != null) {
                    told.begin();
                }
            } catch (Throwable t) {
                Tracker.failed(t);
            }
        }
    }

    /**
     * Called on exit of the same methods, also if they throw.
     *
     * @param name of the class, with dots, or null
     */
    public static void loaded(String name) {
        if (isHooked(name)) {
            try {
                Listener told = listener;
                if (told != null) {
                    told.end();
                }
            } catch (Throwable t) {
                Tracker.failed(t);
            }
        }
    }

    /** Whether the agent's tables have rows for it: by its last letter first, since nearly no class has. */
    private static boolean isHooked(String name) {
        if (name == null || name.isEmpty()) {
            return false;
        }
        return switch (name.charAt(name.length() - 1)) {
                    case 'e' ->
                        name.equals("com.sun.jna.Native") || name.endsWith(".netty.channel.DefaultChannelPipeline");
                    case 'k' -> name.endsWith(".netty.buffer.PoolChunk");
                    case 'a' ->
                        name.endsWith(".netty.buffer.PoolArena$DirectArena")
                                || name.endsWith(".netty.buffer.PoolArena");
                    case 'f' ->
                        name.endsWith(".netty.buffer.AbstractReferenceCountedByteBuf")
                                || name.endsWith(".netty.buffer.PooledByteBuf")
                                || name.endsWith(".netty.buffer.AbstractPooledDerivedByteBuf")
                                || name.endsWith(".netty.buffer.CompositeByteBuf")
                                || name.endsWith(".netty.buffer.FixedCompositeByteBuf")
                                || name.endsWith(".netty.buffer.SimpleLeakAwareByteBuf")
                                || name.endsWith(".netty.buffer.AdvancedLeakAwareByteBuf")
                                || name.endsWith(".netty.buffer.AdvancedLeakAwareCompositeByteBuf")
                                || name.endsWith(".netty.buffer.AdaptivePoolingAllocator$AdaptiveByteBuf");
                    case 'r' ->
                        name.endsWith(".netty.buffer.AdaptivePoolingAllocator")
                                || name.endsWith(".arrow.memory.RootAllocator")
                                || name.endsWith(".jetty.io.ArrayByteBufferPool$Buffer")
                                || name.endsWith(".jetty.io.ArrayByteBufferPool$PooledBuffer")
                                || name.endsWith(".jetty.io.ArrayByteBufferPool$ReservedBuffer");
                    case 'l' ->
                        name.endsWith(".jetty.io.ArrayByteBufferPool")
                                || name.endsWith(".undertow.server.DefaultByteBufferPool");
                    case 'y' -> name.endsWith(".netty.buffer.AdaptivePoolingAllocator$ChunkRegistry");
                    default -> false;
                }
                || names.contains(name);
    }

    /**
     * Says what is to be told. To be called before the hooks are installed.
     *
     * @param newListener is told; null for none
     * @param more classes that it is told of, beside those of JNA and of pools
     */
    public static void tell(Listener newListener, Collection<String> more) {
        names = new HashSet<>(more);
        listener = newListener;
    }
}
