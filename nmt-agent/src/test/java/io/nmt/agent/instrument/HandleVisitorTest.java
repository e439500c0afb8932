package io.nmt.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import org.junit.jupiter.api.Test;

class HandleVisitorTest {
    /** Has no serial version of its own: it is computed from the class. */
    @SuppressWarnings("serial")
    static class Serial implements Serializable, AutoCloseable {
        @Override
        public void close() {
            // A handle.
        }
    }

    interface Closing {
        default void close() {
            // An interface can have no field.
        }
    }

    abstract static class Abstract {
        abstract void close();
    }

    @SuppressWarnings("serial")
    static class Inheriting extends Serial {}

    static class WithSuchAField {
        Object nmt$handle;

        void close() {
            nmt$handle = null;
        }
    }

    /** Returns from inside a block whose handler needs a local. */
    static class ReturningFromTry {
        private final String name;

        ReturningFromTry(String name) {
            String text = name.concat("!");
            this.name = text;
            try {
                if (name.isEmpty()) {
                    return;
                }
                Integer.parseInt(name);
            } catch (NumberFormatException e) {
                assertThat(text).isNotEmpty();
            }
        }

        String close() {
            return name;
        }
    }

    private static byte[] bytesOf(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    private static byte[] hook(Class<?> type) throws IOException {
        HandleTable table = new HandleTable();
        table.add(type.getName(), "close");
        HandleRow row = table.of(type.getName().replace('.', '/'));
        return HandleVisitor.hook(bytesOf(type), row, true, table.isShared(row));
    }

    private static final class Definer extends ClassLoader {
        Definer() {
            super(HandleVisitorTest.class.getClassLoader());
        }

        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    private static Class<?> define(byte[] bytes) {
        return new Definer().define(bytes);
    }

    @Test
    void theSerialVersionStays() throws IOException {
        assertThat(ObjectStreamClass.lookup(define(hook(Serial.class))).getSerialVersionUID())
                .isEqualTo(ObjectStreamClass.lookup(Serial.class).getSerialVersionUID());
    }

    @Test
    void returnsInsideTryBlocksAreVerified() throws IOException, ReflectiveOperationException {
        Constructor<?> constructor = define(hook(ReturningFromTry.class)).getDeclaredConstructor(String.class);
        constructor.setAccessible(true);
        for (String name : new String[] {"", "7", "no number"}) {
            assertThat(constructor.newInstance(name)).isNotNull();
        }
    }

    @Test
    void whatCannotBeHookedIsSaid() {
        assertThatThrownBy(() -> hook(Closing.class)).hasMessage("it is an interface");
        assertThatThrownBy(() -> hook(Abstract.class))
                .hasMessageStartingWith("it has no such instance method of its own");
        assertThatThrownBy(() -> hook(Inheriting.class))
                .hasMessageStartingWith("it has no such instance method of its own");
        assertThatThrownBy(() -> hook(WithSuchAField.class)).hasMessage("it has a field of the name nmt$handle");
    }

    /** A second method that closes is one more of the same class. */
    @Test
    void severalMethodsOfAClass() {
        HandleTable table = new HandleTable();
        table.add("com.acme.Two", "close");
        table.add("com.acme.Two", "free");

        HandleRow row = table.of("com/acme/Two");
        assertThat(row.methods()).extracting(HandleRow.Method::name).containsExactly("<init>", "close", "free");
        assertThat(table.isShared(row)).isFalse();
    }
}
