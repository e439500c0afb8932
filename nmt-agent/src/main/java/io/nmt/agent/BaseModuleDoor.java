package io.nmt.agent;

import java.util.Properties;
import jdk.internal.misc.CDS;
import jdk.internal.misc.Unsafe;

/**
 * Defines {@link ClassDefiner} in the boot loader, while it is initialised. A class of the module {@code
 * jdk.unsupported}, to which the JDK exports {@code jdk.internal.misc}; where that module is absent, of a {@link
 * PrivateLoader}.
 */
final class BaseModuleDoor {
    /** The system property that has the definer's class file, as bytes, and then the definer, for that moment alone. */
    private static final String EXCHANGE = "io.nmt.agent.definer";

    static {
        define(System.getProperties());
    }

    private BaseModuleDoor() {}

    /** Does nothing while the JVM records an archive of classes: it takes no instrumented ones. */
    private static void define(Properties exchange) {
        if (CDS.isDumpingArchive()) {
            return;
        }
        byte[] bytes = (byte[]) exchange.get(EXCHANGE);
        try {
            Unsafe unsafe = Unsafe.getUnsafe();
            exchange.put(
                    EXCHANGE, unsafe.allocateInstance(unsafe.defineClass(null, bytes, 0, bytes.length, null, null)));
        } catch (InstantiationException e) {
            throw new IllegalStateException(e);
        }
    }
}
