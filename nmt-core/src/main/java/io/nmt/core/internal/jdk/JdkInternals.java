package io.nmt.core.internal.jdk;

/**
 * The holder of the {@link JdkAccess} that the tracker's classes use.
 *
 * <p>The agent defines the implementation inside the JDK's base module, so that no package of that module has to be
 * exported: an export to the class path, or to the boot loader's classes, would change what libraries find. It hands
 * itself over before any other of the tracker's classes is initialised. Without the agent, there is access where the
 * JVM was started with {@code --add-exports java.base/jdk.internal.misc=ALL-UNNAMED}.
 */
public final class JdkInternals {
    private static JdkAccess given;

    private JdkInternals() {}

    /** Keeps what was given before the first use for ever, so that the JVM takes it for a constant. */
    private static final class Kept {
        static final JdkAccess ACCESS = given != null ? given : exported();
    }

    /**
     * Hands it over. Called once, by the implementation.
     *
     * @param access what is to be used
     */
    public static void give(JdkAccess access) {
        if (given == null) {
            given = access;
        }
    }

    private static JdkAccess exported() {
        boolean exported = Object.class.getModule().isExported("jdk.internal.misc", JdkInternals.class.getModule());
        return exported ? new InsideJdk() : null;
    }

    /**
     * The access to the JDK's inside. To be kept in a static final field.
     *
     * @return null without the agent, mostly
     */
    public static JdkAccess access() {
        return Kept.ACCESS;
    }
}
