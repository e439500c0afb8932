package io.nmt.bench.calibration;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.function.IntUnaryOperator;

/** Makes classes: copies of {@link TemplateClass} with names of their own for the class, its field and methods. */
final class PatchedClasses {
    private static final String NAME = "TemplateClass";
    private static final String DIGITS = "00000000";
    private static final byte[] TEMPLATE = read();

    private PatchedClasses() {}

    /** A loader of classes with numbers. */
    static final class Loader extends ClassLoader {
        Loader() {
            super(PatchedClasses.class.getClassLoader());
        }

        /** Defines a class and initialises it. */
        IntUnaryOperator define(int number) {
            byte[] bytes = bytes(number, true);
            return instance(defineClass(null, bytes, 0, bytes.length));
        }
    }

    /** Defines a hidden class and initialises it. */
    static IntUnaryOperator defineHidden(int number) throws IllegalAccessException {
        return instance(MethodHandles.lookup()
                .defineHiddenClass(bytes(number, false), true)
                .lookupClass());
    }

    private static IntUnaryOperator instance(Class<?> type) {
        try {
            return (IntUnaryOperator) type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The template with the number in its names, each as long as before. */
    private static byte[] bytes(int number, boolean renamed) {
        String text = new String(TEMPLATE, StandardCharsets.ISO_8859_1);
        String digits = String.format("%08d", number);
        String patched = text.replace(DIGITS, digits);
        String name = "T" + digits + "Copy";
        return (renamed ? patched.replace(NAME, name) : patched).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] read() {
        try (InputStream file = PatchedClasses.class.getResourceAsStream(NAME + ".class")) {
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
