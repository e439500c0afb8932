package io.nmt.agent;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Defines the first classes in the boot loader, in the order of the jar's entry. The first is {@link BaseModuleDoor},
 * which goes into the package {@code sun.misc}: the JDK opens it to all, and lets its module use the internal {@code
 * Unsafe}. The second is {@link ClassDefiner}, which defines all others.
 *
 * <p>To have a package exported instead ({@code Instrumentation.redefineModule}) loads 49 classes more.
 *
 * <p>A class of the JDK cannot name one of the agent's loader. So this thread's handler of exceptions, which no other
 * thread sees, is this object for that moment: the first class gets the second one's file from it.
 */
final class FirstClasses
        implements BiConsumer<byte[], Integer>,
                Supplier<byte[]>,
                Consumer<BiConsumer<byte[], Integer>>,
                Thread.UncaughtExceptionHandler {
    /** A small class of the open package. */
    private static final String OPEN_CLASS = "sun.misc.SignalHandler";

    private final Instrumentation instrumentation;
    private byte[] door;
    private byte[] definerFile;
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
        } else if (definerFile == null) {
            definerFile = Arrays.copyOf(bytes, length);
            open(Thread.currentThread());
        }
    }

    private void open(Thread thread) {
        Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
        thread.setUncaughtExceptionHandler(this);
        try {
            initialiseDoor();
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        } finally {
            // Its group is the default.
            thread.setUncaughtExceptionHandler(before == thread.getThreadGroup() ? null : before);
        }
    }

    @Override
    public byte[] get() {
        return definerFile;
    }

    @Override
    public void accept(BiConsumer<byte[], Integer> made) {
        definer = made;
    }

    /** Does nothing: the thread goes on. */
    @Override
    public void uncaughtException(Thread thread, Throwable failure) {}

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
