package io.nmt.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The JVM accepts hooked methods that differ from those of the versions of Netty at hand. */
class ChunkAdviceTest {
    @Test
    void aMethodThatBeginsWithALoop() throws Exception {
        Hook row = row(BeginsWithALoop.class, "destroyChunk", Hook.Kind.CHUNK_FREED);
        assertThat(hooked(BeginsWithALoop.class, row).apply("a chunk")).isEqualTo(7);
    }

    @Test
    void aConstructorWithMoreThanOneReturn() throws Exception {
        Hook row = row(ReturnsEarly.class, "<init>", Hook.Kind.CHUNK_CONSTRUCTED);
        assertThat(hooked(ReturnsEarly.class, row).apply("a chunk")).isEqualTo(7);
    }

    @Test
    void othersAreLeftAsTheyAre() throws Exception {
        for (String method : new String[] {"ofClass", "ofNumber", "withFlag", "none"}) {
            Hook row = row(Others.class, method, Hook.Kind.CHUNK_ADDED);
            assertThat(HookingVisitor.hook(bytesOf(Others.class), List.of(row)).missing())
                    .isEqualTo(row);
        }
    }

    private static Hook row(Class<?> type, String method, Hook.Kind kind) {
        return new Hook(type.getName().replace('.', '/'), method, 17, 0, Category.OTHER, kind);
    }

    /** An object of the class with its hooks, in a loader of its own. */
    @SuppressWarnings("unchecked")
    private static Function<Object, Integer> hooked(Class<?> type, Hook row) throws Exception {
        HookingVisitor visitor = HookingVisitor.hook(bytesOf(type), List.of(row));
        assertThat(visitor.missing()).isNull();
        byte[] bytes = visitor.bytes();
        assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).contains(HookNames.LIBRARY);
        ClassLoader loader = new ClassLoader(type.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                return name.equals(type.getName())
                        ? defineClass(name, bytes, 0, bytes.length)
                        : super.loadClass(name, resolve);
            }
        };
        return (Function<Object, Integer>)
                loader.loadClass(type.getName()).getDeclaredConstructor().newInstance();
    }

    private static byte[] bytesOf(Class<?> type) throws IOException {
        String name = type.getName();
        try (InputStream in = type.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
            return in.readAllBytes();
        }
    }

    /** So that the first thing in the method is the target of a jump. */
    public static final class BeginsWithALoop implements Function<Object, Integer> {
        private int count;

        /** Nothing but the one that is there without it. */
        public BeginsWithALoop() {}

        @Override
        public Integer apply(Object chunk) {
            destroyChunk(chunk);
            return count;
        }

        void destroyChunk(Object chunk) {
            do {
                count += chunk.toString().length();
            } while (count < 7);
        }
    }

    /** Has locals where it returns. */
    public static final class ReturnsEarly implements Function<Object, Integer> {
        private int count;

        /** Returns in the midst of a loop. */
        public ReturnsEarly() {
            for (int i = 0; i < 10; i++) {
                String number = Integer.toString(i);
                if (number.equals("7")) {
                    count = Integer.parseInt(number);
                    return;
                }
            }
        }

        @Override
        public Integer apply(Object chunk) {
            return count;
        }
    }

    /** None of these takes a chunk, and nothing else. */
    abstract static class Others {
        static void ofClass(Object chunk) {}

        void ofNumber(long chunk) {}

        void withFlag(Object chunk, boolean flag) {}

        abstract void none(Object chunk);
    }
}
