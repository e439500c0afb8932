package io.nmt.agent;

import io.nmt.agent.instrument.HookInstaller;
import java.util.function.Supplier;

/** Puts in the hooks of shared arenas. */
final class ArenaTracking implements Supplier<String> {
    private final HookInstaller hooks;

    ArenaTracking(HookInstaller hooks) {
        this.hooks = hooks;
    }

    @Override
    public String get() {
        try {
            return hooks.installForArenas();
        } catch (RuntimeException | Error e) {
            return e.toString();
        }
    }
}
