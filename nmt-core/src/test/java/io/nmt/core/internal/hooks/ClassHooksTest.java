package io.nmt.core.internal.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.internal.tracker.Tracker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClassHooksTest {
    private static final String HOOKED = "com.sun.jna.Native";
    private static final String[] NOT_HOOKED = {
        null,
        "",
        "k",
        "com.sun.jna.Memory",
        "com.sun.jna.Nativd",
        "com/sun/jna/Native",
        "io.netty.buffer.PoolSubpage",
        "io.netty.buffer.ByteBuf",
        "io.netty.handler.Router",
        "io.mynetty.buffer.PoolChunk",
    };

    private final List<String> told = new ArrayList<>();

    private final ClassHooks.Listener listener = new ClassHooks.Listener() {
        @Override
        public void begin() {
            told.add("begin");
        }

        @Override
        public void end() {
            told.add("end");
        }
    };

    @AfterEach
    void tellNobody() {
        ClassHooks.tell(null, List.of());
    }

    @Test
    void tellsOfHookedClassesAlone() {
        ClassHooks.tell(listener, List.of("com.acme.Handle"));
        for (String name : NOT_HOOKED) {
            ClassHooks.loading(name);
            ClassHooks.loaded(name);
        }
        assertThat(told).isEmpty();

        ClassHooks.loading(String.join(".", "com", "sun", "jna", "Native"));
        assertThat(told).containsExactly("begin");
        ClassHooks.loaded(HOOKED);
        assertThat(told).containsExactly("begin", "end");
    }

    @Test
    void tellsOfALibraryInAnotherPackageToo() {
        ClassHooks.tell(listener, List.of("com.acme.Handle"));
        for (String name : new String[] {
            "io.netty.buffer.PoolChunk",
            "io.netty.buffer.PoolArena$DirectArena",
            "io.netty.buffer.AdaptivePoolingAllocator$ChunkRegistry",
            "io.netty.buffer.PoolArena",
            "io.netty.buffer.PooledByteBuf",
            "io.netty.buffer.CompositeByteBuf",
            "io.netty.buffer.AbstractReferenceCountedByteBuf",
            "io.netty.buffer.AdaptivePoolingAllocator",
            "io.netty.buffer.AdaptivePoolingAllocator$AdaptiveByteBuf",
            "acme.shaded.netty.buffer.PoolChunk",
            "com.acme.Handle"
        }) {
            ClassHooks.loading(name);
        }
        assertThat(told).hasSize(11).containsOnly("begin");
    }

    @Test
    void doesNothingWithoutAListener() {
        long before = Tracker.failures();
        ClassHooks.loading(HOOKED);
        ClassHooks.loaded(HOOKED);
        assertThat(Tracker.failures()).isEqualTo(before);
    }

    @Test
    void countsWhatTheListenerThrows() {
        long before = Tracker.failures();
        ClassHooks.tell(
                new ClassHooks.Listener() {
                    @Override
                    public void begin() {
                        throw new IllegalStateException("begin");
                    }

                    @Override
                    public void end() {
                        throw new StackOverflowError("end");
                    }
                },
                List.of());
        ClassHooks.loading(HOOKED);
        ClassHooks.loaded(HOOKED);
        assertThat(Tracker.failures()).isEqualTo(before + 2);
    }
}
