package io.nmt.agent;

import io.nmt.agent.instrument.HookInstaller;
import io.nmt.agent.options.AgentException;

/** What is done when the {@code Linker} is used for the first time, while the thread that uses it waits. */
final class LinkerTracking implements Runnable {
    private final HookInstaller hooks;

    LinkerTracking(HookInstaller hooks) {
        this.hooks = hooks;
    }

    @Override
    public void run() {
        String problem;
        try {
            BootClasses.defineForLinker();
            problem = hooks.installForLinker();
        } catch (AgentException e) {
            problem = e.getMessage();
        } catch (RuntimeException | Error e) {
            problem = "the classes for the Linker cannot be made ready: " + e;
        }
        if (problem != null) {
            System.err.println("nmt: " + problem
                    + "; what C functions allocate that are called through the Linker is not tracked");
        }
    }
}
