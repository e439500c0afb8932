package io.nmt.cli.process;

import io.nmt.channel.CommandException;
import io.nmt.cli.guard.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The namespaces of Linux between this process and a JVM in a container, as far as they stop the JDK's attach. */
final class Namespaces {
    private static final int FIRST_JDK_THAT_LOOKS = 21; // JDK-8327114
    private static final Path OWN = Path.of("/proc/self/ns");
    private static final Path TMP = Path.of("/tmp");

    private Namespaces() {}

    /**
     * Refuses a process whose user namespace does not know this user, or whose /tmp is a link: it would lead the JDK
     * out of the container.
     *
     * @throws CommandException if so, with the way out
     */
    static void check(long pid, ProcFile proc) throws CommandException {
        if (ProcFile.own().user() != proc.user() && differ(proc, "user")) {
            throw new RefusedException("process " + pid + " has a user namespace of its own: run nmt as its user, "
                    + proc.user() + " (sudo -u '#" + proc.user() + "' ...)");
        }
        if (isAbsoluteLink(proc.directory().resolve("root/tmp")) && differ(proc, "mnt")) {
            throw new RefusedException(
                    "process " + pid + " has an absolute link as its /tmp (a container): run nmt inside");
        }
    }

    /**
     * Refuses to attach where this JDK looks into the wrong directory: the JVM would print its threads.
     *
     * @throws CommandException if so, with the way out
     */
    static void checkTemporaryDirectory(long pid, ProcFile proc) throws CommandException {
        int jdk = Runtime.version().feature();
        if (jdk < FIRST_JDK_THAT_LOOKS && proc.namespacePid() == pid && hasOtherTmp(proc)) {
            throw new RefusedException("process " + pid + " has another /tmp (a container), where JDK " + jdk
                    + " does not look: run nmt with JDK 21 or later");
        }
    }

    private static boolean differ(ProcFile proc, String kind) {
        try {
            Path its = Files.readSymbolicLink(proc.directory().resolve("ns").resolve(kind));
            return !its.equals(Files.readSymbolicLink(OWN.resolve(kind)));
        } catch (IOException | RuntimeException e) {
            return false; // another user's process, or an older kernel
        }
    }

    private static boolean isAbsoluteLink(Path file) {
        try {
            return Files.isSymbolicLink(file) && Files.readSymbolicLink(file).isAbsolute();
        } catch (IOException e) {
            return false; // told by what comes next
        }
    }

    private static boolean hasOtherTmp(ProcFile proc) {
        try {
            return !Files.isSameFile(TMP, proc.directory().resolve("root/tmp"));
        } catch (IOException e) {
            return false; // told by what comes next
        }
    }
}
