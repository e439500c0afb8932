package io.nmt.agent;

import io.nmt.agent.instrument.HookInstaller;
import io.nmt.agent.options.AgentException;
import java.util.function.Supplier;

/** Puts in the hooks of the {@code Linker}. */
final class LinkerTracking implements Supplier<String> {
    private final HookInstaller hooks;

    LinkerTracking(HookInstaller hooks) {
        this.hooks = hooks;
    }

    @Override
    public String get() {
        try {
            BootClasses.defineForLinker();
            return hooks.installForLinker();
        } catch (AgentException e) {
            return e.getMessage();
        } catch (RuntimeException | Error e) {
            return "the classes for the Linker cannot be made ready: " + e;
        }
    }
}
