package io.nmt.agent;

import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;

/**
 * Defines {@link BaseModuleDoor} where the JDK has no open package for it. Its unnamed module is the only one to which
 * a package of the JDK is exported, and it is dropped at once.
 */
final class PrivateLoader extends ClassLoader {
    PrivateLoader(Instrumentation instrumentation) {
        super(null);
        instrumentation.redefineModule(
                Object.class.getModule(),
                Set.of(),
                Map.of("jdk.internal.misc", Set.of(getUnnamedModule())),
                Map.of(),
                Set.of(),
                Map.of());
    }

    Class<?> define(byte[] bytes) {
        ProtectionDomain domain = PrivateLoader.class.getProtectionDomain(); // its permissions, with a security manager
        return defineClass(null, bytes, 0, bytes.length, domain);
    }
}
