package io.nmt.agent.instrument;

import io.nmt.core.model.Category;
import java.util.List;

/** The consequence of a method that a JDK, unlike those of the {@link HookTable}, does not have. */
final class MissingMethod {
    private static final boolean IS_LINUX = System.getProperty("os.name", "").equals("Linux");

    private MissingMethod() {}

    /**
     * Says on stderr what is lost with a class. Other systems' JDKs lack some of the classes in the table, and other
     * modules than {@code java.base} may be left out.
     *
     * @throws IllegalStateException if nothing can be tracked without it
     */
    static void complainOfClass(List<Hook> missing) {
        String name = missing.get(0).className();
        String packageName = name.substring(0, name.lastIndexOf('/')).replace('/', '.');
        if (IS_LINUX && Object.class.getModule().getDescriptor().packages().contains(packageName)) {
            complainOf(missing.get(0));
        }
    }

    /**
     * Says on stderr what is lost.
     *
     * @throws IllegalStateException if nothing can be tracked without it
     */
    static void complainOf(Hook missing) {
        String problem = "no " + missing.className() + "." + missing.method();
        if (missing.role() == Hook.Role.LABEL) {
            System.err.println("nmt: " + missing.className() + " of this JDK, if it has one, does not call Unsafe as"
                    + " others do. Its memory may be counted as " + Category.UNSAFE.name() + " instead of "
                    + missing.category().name());
        } else if (missing.role() == Hook.Role.UNSAFE) {
            throw new IllegalStateException(problem);
        } else if (missing.kind() == Hook.Kind.DIRECT_LIMIT) {
            System.err.println("nmt: this JDK throws nothing in " + missing.className() + "." + missing.method()
                    + "; there will be no report when direct buffers reach their limit");
        } else if (missing.kind().isOfThreads()) {
            System.err.println("nmt: this JDK has " + problem + ". No report will be written when a thread ends by"
                    + " OutOfMemoryError, or cannot start");
        } else if (missing.kind() == Hook.Kind.MEMBER_FILTER) {
            System.err.println("nmt: this JDK has " + problem + "; reflection shows what hooks add");
        } else if (missing.kind() == Hook.Kind.LOADER_MADE) {
            System.err.println("nmt: this JDK has " + problem + "; class loaders have no line of code");
        } else if (missing.kind() == Hook.Kind.CLASS_DEFINED) {
            System.err.println("nmt: this JDK has " + problem + "; hidden classes have no line of code");
        } else if (missing.kind() == Hook.Kind.SERVER) {
            System.err.println("nmt: this JDK has " + problem + "; there will be no MBean");
        } else if (missing.kind() == Hook.Kind.FIRST_RECORDING) {
            return; // then JFR itself is asked to tell
        } else if (missing.role() == Hook.Role.ARENA || missing.kind() == Hook.Kind.FIRST_ARENA) {
            System.err.println("nmt: this JDK has " + problem + "; shared arenas may not be counted");
        } else if (!missing.role().counts()) {
            System.err.println("nmt: this JDK has " + problem + "; not all of "
                    + missing.category().name() + " is tracked");
        }
    }
}
