package io.nmt.agent;

import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Lists the JVMs that a command can reach. */
@Command(name = "list", description = "List the JVMs of this user on this machine.")
final class ListCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        String self = Long.toString(ProcessHandle.current().pid());
        for (VirtualMachineDescriptor jvm : VirtualMachine.list()) {
            if (!jvm.id().equals(self)) {
                System.out.println(jvm.id() + " " + jvm.displayName());
            }
        }
        return 0;
    }
}
