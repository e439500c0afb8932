package io.nmt.cli;

import io.nmt.channel.CommandException;

/** Modules of the JDK that not every Java runtime has. */
final class Modules {
    /** To attach to a JVM, and to list those that there are. */
    static final String ATTACH = "jdk.attach";

    /** To read recordings. */
    static final String JFR = "jdk.jfr";

    private Modules() {}

    /** To be called before a class is used that needs the module: it may fail in whatever way without it. */
    static void require(String module) throws CommandException {
        if (ModuleLayer.boot().findModule(module).isEmpty()) {
            throw new CommandException("this Java runtime has no module " + module + "; run the command with a JDK");
        }
    }
}
