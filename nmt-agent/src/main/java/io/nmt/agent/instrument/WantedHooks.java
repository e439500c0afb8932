package io.nmt.agent.instrument;

import java.util.ArrayList;
import java.util.List;

/** The rows of the {@link HookTable} to place, and the time: by role, without those that the user leaves out. */
final class WantedHooks {
    private final boolean[] leftOut;

    /** Takes, by category id, whether it is not to be tracked; null to track all. */
    WantedHooks(boolean[] leftOut) {
        this.leftOut = leftOut;
    }

    /** True if this JDK has hooks of a role that are to be placed. */
    boolean hasAny(Hook.Role role) {
        for (Hook hook : HookTable.rows()) {
            if (hook.role() == role && hook.appliesTo(Runtime.version().feature()) && isTracked(hook)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Those whose time it is, of what waits or, for null, of all others; without the rows of categories that are left
     * out, unless others depend on them.
     */
    List<Hook> of(List<Hook> hooks, Hook.Role waiting) {
        List<Hook> wanted = new ArrayList<>();
        for (Hook hook : hooks) {
            boolean due = waiting == null ? !hook.role().waits() : hook.role() == waiting;
            if (due && isTracked(hook)) {
                wanted.add(hook);
            }
        }
        return wanted;
    }

    private boolean isTracked(Hook hook) {
        return leftOut == null
                || hook.role().belongsToUnsafe()
                || hook.kind().isOfAll()
                || !leftOut[hook.category().id()];
    }
}
