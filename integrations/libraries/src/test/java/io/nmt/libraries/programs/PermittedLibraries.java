package io.nmt.libraries.programs;

import io.nmt.testkit.watchers.AskedPermissions;

/** Loads JNA and Netty, and reaches each of their hooks, under a security manager that collects permissions. */
public final class PermittedLibraries {
    private PermittedLibraries() {}

    public static void main(String[] arguments) {
        AskedPermissions.install();
        NonBlockingLibraries.work();
        AskedPermissions.say();
    }
}
