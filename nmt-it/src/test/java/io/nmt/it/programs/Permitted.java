package io.nmt.it.programs;

import io.nmt.testkit.watchers.AskedPermissions;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reaches every hook under a security manager that tells which permissions are asked for. */
public final class Permitted {
    private Permitted() {}

    public static void main(String[] arguments) throws Exception {
        Path file = Files.write(Files.createTempFile("nmt", ".bin"), new byte[1]);
        AskedPermissions.install();
        NonBlocking.allocate(file);
        ManagementFactory.getPlatformMBeanServer();
        NonBlocking.fail();
        JnaMemory.main(new String[] {"figures"});
        AskedPermissions.say();
        Files.delete(file);
    }
}
