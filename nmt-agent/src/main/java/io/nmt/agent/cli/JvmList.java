package io.nmt.agent.cli;

import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import io.nmt.agent.channel.CommandException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The JVMs that a command can reach. */
final class JvmList {
    private static final String AGENT = "nmt-agent";

    private JvmList() {}

    /**
     * A JVM.
     *
     * @param pid its process id
     * @param name of its main class, with arguments
     * @param tracked whether the agent is there, as far as that can be seen from outside
     */
    record Jvm(long pid, String name, boolean tracked) {}

    /** All but this one, by process id. */
    static List<Jvm> find() throws CommandException {
        List<Jvm> jvms = new ArrayList<>();
        try {
            for (VirtualMachineDescriptor jvm : VirtualMachine.list()) {
                long pid = Long.parseLong(jvm.id());
                if (pid != ProcessHandle.current().pid()) {
                    jvms.add(new Jvm(pid, jvm.displayName(), isTracked(pid)));
                }
            }
        } catch (NoClassDefFoundError e) {
            throw new CommandException("this Java runtime has no module jdk.attach; run the command with a JDK");
        }
        jvms.sort((a, b) -> Long.compare(a.pid, b.pid));
        return jvms;
    }

    /** To ask the JVM itself would be to attach. But whoever has an agent keeps its jar open. */
    private static boolean isTracked(long pid) {
        try {
            TargetProcess process = TargetProcess.of(pid);
            return process.socket() != null
                    || (process.proc() != null && hasJarOpen(process.proc().directory()));
        } catch (CommandException e) {
            return false;
        }
    }

    private static boolean hasJarOpen(Path process) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path file : files) {
                if (isAgent(file)) {
                    return true;
                }
            }
        } catch (IOException | RuntimeException e) {
            return false;
        }
        return false;
    }

    private static boolean isAgent(Path file) {
        try {
            String name = Files.readSymbolicLink(file).getFileName().toString();
            return name.startsWith(AGENT) && name.endsWith(".jar");
        } catch (IOException | RuntimeException e) {
            return false; // closed meanwhile, or not a file
        }
    }
}
