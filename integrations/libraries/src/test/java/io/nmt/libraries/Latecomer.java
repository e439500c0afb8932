package io.nmt.libraries;

import com.sun.tools.attach.VirtualMachine;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Outcome;

/** The agent, attached to a program of which it has not seen the start. */
final class Latecomer {
    private Latecomer() {}

    /** Attaches it once the program is ready, with each block and buffer as a sample, and has the program go on. */
    static Outcome attachedTo(Child child) throws Exception {
        child.awaitLineWith("ready");
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(child.pid()));
        jvm.loadAgent(ChildJvm.agentJar(), "sample=1");
        jvm.detach();
        child.say("go");
        return child.await().expectExit(0);
    }
}
