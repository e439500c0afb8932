package io.nmt.agent.instrument;

/**
 * The classes that write hooks into class files: ASM, and those that use it. They are a third of the agent's, and a
 * start for which {@link KnownVersions} has all it needs defines none of them. Thread-safe.
 */
final class HookMakers {
    private static volatile Runnable definer; // null where they are on the class path

    private HookMakers() {}

    /** Sets what gives them to the boot loader: may run more often than once, also in several threads at once. */
    static void definedBy(Runnable runnable) {
        definer = runnable;
    }

    /** To be called before the first of them is used. */
    static void bringIn() {
        Runnable runnable = definer;
        if (runnable != null) {
            runnable.run();
            definer = null;
        }
    }
}
