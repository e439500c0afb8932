package io.nmt.agent;

import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Defines the first classes in the boot loader, in the order of the jar's entry. The first is {@link BaseModuleDoor},
 * which it loads itself: that class's module is the only one to which packages of the JDK are exported. The last is
 * {@link ClassDefiner}, which does without an export. This loader is dropped then, and the door with it.
 */
final class PrivateLoader extends ClassLoader
        implements BiConsumer<byte[], Integer>, Consumer<BiFunction<byte[], Integer, Object>> {
    private final Instrumentation instrumentation;
    private BiFunction<byte[], Integer, Object> door;
    private BiConsumer<byte[], Integer> definer;
    private boolean first = true;

    PrivateLoader(Instrumentation instrumentation) {
        super(null);
        this.instrumentation = instrumentation;
    }

    @Override
    public void accept(byte[] bytes, Integer length) {
        if (first) {
            first = false;
            open(bytes, length);
        } else if (door != null) {
            define(bytes, length);
        }
    }

    private void open(byte[] bytes, int length) {
        Set<Module> own = Set.of(getUnnamedModule());
        instrumentation.redefineModule(
                Object.class.getModule(),
                Set.of(),
                Map.of("jdk.internal.misc", own, "jdk.internal.access", own),
                Map.of(),
                Set.of(),
                Map.of());
        try {
            ProtectionDomain domain =
                    PrivateLoader.class.getProtectionDomain(); // its permissions, with a security manager
            Class.forName(defineClass(null, bytes, 0, length, domain).getName(), true, this);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private void define(byte[] bytes, int length) {
        Object result = door.apply(bytes, length);
        if (result instanceof BiConsumer) {
            definer = (BiConsumer<byte[], Integer>) result;
        }
    }

    @Override
    public void accept(BiFunction<byte[], Integer, Object> opened) {
        door = opened;
    }

    /** The definer of all other classes; null if the JVM records an archive of classes. */
    BiConsumer<byte[], Integer> definer() {
        return definer;
    }
}
