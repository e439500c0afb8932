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
                return attach(jvm, jar);
            } finally {
                jvm.detach();
            }
        } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException | IOException e) {
            System.err.println("nmt: cannot attach to process " + pid + ": " + e.getMessage());
            return 1;
        }
    }

    private int attach(VirtualMachine jvm, String jar)
            throws AgentLoadException, AgentInitializationException, IOException {
        if (isActive(jvm)) {
            System.out.println("Process " + pid + " is tracked already; it keeps its options.");
            return 0;
        }
        jvm.loadAgent(jar, options);
        if (isActive(jvm)) {
            System.out.println("Tracking process " + pid + ". What it allocated before is not known.");
            return 0;
        }
        System.err.println("nmt: process " + pid + " is not tracked: " + status(jvm));
        return 1;
    }

    private static boolean isActive(VirtualMachine jvm) throws IOException {
        return Agent.ACTIVE.equals(status(jvm));
    }

    private static String status(VirtualMachine jvm) throws IOException {
        return jvm.getSystemProperties().getProperty(Agent.STATUS);
    }
}
