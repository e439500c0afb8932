package io.nmt.agent;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Starts tracking in a JVM that runs already. */
@Command(name = "attach", description = "Start tracking in a running JVM. What it allocated before is not known.")
final class AttachCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "PID", description = "The JVM's process id.")
    private long pid;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "OPTIONS",
            description = "As after -javaagent:nmt-agent.jar=, for example report=stderr,scale=MB.")
    private String options;

    @Override
    public Integer call() throws URISyntaxException {
        String jar = new File(AttachCommand.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .getAbsolutePath();
        try {
            VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
            try {
                jvm.loadAgent(jar, options);
            } finally {
                jvm.detach();
            }
        } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException | IOException e) {
            System.err.println("nmt: cannot attach to process " + pid + ": " + e.getMessage());
            return 1;
        }
        return 0;
    }
}
