package io.nmt.agent;

import io.nmt.agent.instrument.HookInstaller;

/** What is done when the first shared arena is opened, while the thread that opens it waits. */
final class ArenaTracking implements Runnable {
    private final HookInstaller hooks;

    ArenaTracking(HookInstaller hooks) {
        this.hooks = hooks;
    }

    @Override
    public void run() {
        String problem;
        try {
            problem = hooks.installForArenas();
        } catch (RuntimeException | Error e) {
            problem = e.toString();
        }
        if (problem != null) {
            System.err.println("nmt: " + problem + "; shared arenas are not counted");
        }
    }
}
