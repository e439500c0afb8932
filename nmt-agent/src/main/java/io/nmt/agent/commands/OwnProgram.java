package io.nmt.agent.commands;

/** The program of this JVM. */
final class OwnProgram {
    private static final String COMMAND = "sun.java.command";

    private OwnProgram() {}

    /** Returns the main class or the jar, empty if there is neither. Arguments are left out: they may be secret. */
    static String main() {
        return System.getProperty(COMMAND, "").strip().split(" ", 2)[0];
    }

    /** Returns the main class, or the jar without its folders; "a JVM" if there is neither. */
    static String name() {
        String main = main();
        return main.isEmpty() ? "a JVM" : main.substring(main.lastIndexOf('/') + 1);
    }
}
