package io.nmt.it.programs;

import java.security.Permission;

/** A security manager that permits the agent nothing at all. */
@SuppressWarnings("removal") // JDK 17 marks it, JDK 24 does without
public final class Suspicious extends SecurityManager {
    @Override
    public void checkPermission(Permission permission) {
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            if (frame.getClassName().startsWith("io.nmt.")
                    && !frame.getClassName().startsWith("io.nmt.it.programs.")) {
                throw new SecurityException("not " + permission.getName());
            }
        }
    }
}
