package io.nmt.agent;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.Properties;
import java.util.function.BiConsumer;

/**
 * Defines the first classes in the boot loader, in the order of the jar's entry. The first is {@link BaseModuleDoor},
 * which goes into the package {@code sun.misc}: the JDK opens it to all, and lets its module use the internal {@code
 * Unsafe}. The second is {@link ClassDefiner}, which defines all others.
 *
 * <p>To have a package exported instead ({@code Instrumentation.redefineModule}) loads 49 classes more.
 */
final class FirstClasses implements BiConsumer<byte[], Integer> {
    /** A small class of the open package. */
    private static final String OPEN_CLASS = "sun.misc.SignalHandler";

    private static final String EXCHANGE = "io.nmt.agent.definer"; // as in BaseModuleDoor

    private final Instrumentation instrumentation;
    private byte[] door;
    private boolean opened;
    private BiConsumer<byte[], Integer> definer;

    FirstClasses(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    @Override
    public void accept(byte[] bytes, Integer length) {
        if (definer != null) {
            definer.accept(bytes, length);
        } else if (door == null) {
            door = Arrays.copyOf(bytes, length);
        } else if (!opened) {
            opened = true;
            open(Arrays.copyOf(bytes, length));
        }
    }

    @SuppressWarnings("unchecked")
    private void open(byte[] definerBytes) {
        Properties exchange = System.getProperties();
        exchange.put(EXCHANGE, definerBytes);
        try {
            initialiseDoor();
            definer = exchange.get(EXCHANGE) instanceof BiConsumer<?, ?> defined
                    ? (BiConsumer<byte[], Integer>) defined
                    : null;
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        } finally {
            exchange.remove(EXCHANGE);
        }
    }

    private void initialiseDoor() throws ClassNotFoundException {
        try {
            Class<?> open = Class.forName(OPEN_CLASS, false, null);
            initialise(
                    MethodHandles.privateLookupIn(open, MethodHandles.lookup()).defineClass(door));
        } catch (ClassNotFoundException | IllegalAccessException | LinkageError e) {
            initialise(new PrivateLoader(instrumentation).define(door)); // without the module, or another JDK
        }
    }

    private static void initialise(Class<?> type) throws ClassNotFoundException {
        Class.forName(type.getName(), true, type.getClassLoader());
    }

    /** The definer of all other classes; null if the JVM records an archive of classes. */
    BiConsumer<byte[], Integer> definer() {
        return definer;
    }
}
