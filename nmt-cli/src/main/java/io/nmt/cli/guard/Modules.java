package io.nmt.cli.guard;

import io.nmt.channel.CommandException;

/** Modules of the JDK that not every Java runtime has. */
public final class Modules {
    /** To attach to a JVM, and to list those that there are. */
    public static final String ATTACH = "jdk.attach";

    /** To read recordings. */
    public static final String JFR = "jdk.jfr";

    private Modules() {}

    /**
     * To be called before a class is used that needs the module: it may fail in whatever way without it.
     *
     * @throws RefusedException if the module is missing
     */
    public static void require(String module) throws CommandException {
        if (ModuleLayer.boot().findModule(module).isEmpty()) {
            throw new RefusedException("this Java runtime has no module " + module + "; run the command with a JDK");
        }
    }
}
