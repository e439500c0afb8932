package io.nmt.agent.instrument;

import io.nmt.core.internal.tracker.TrackedPart;
import io.nmt.core.model.NotTracked;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The rows of the table that have found their class and method in this JDK, and the categories that the others leave
 * untracked.
 */
final class HookCoverage {
    private final List<Hook> wanted = new ArrayList<>();
    // Rows are compared by hand: for a record's own equals and hashCode the JVM makes method handles, for 10 ms or
    // more.
    private final List<Hook> placed = new ArrayList<>();
    private final List<NotTracked> refused = new ArrayList<>();

    /** A row that this JDK's version should have. */
    void want(Hook hook) {
        wanted.add(hook);
    }

    /** Rows of a class that cannot be changed, and why. */
    void refuse(List<Hook> hooks, String why) {
        for (Hook hook : hooks) {
            if (hook.role() != Hook.Role.EXTRA) {
                boolean labels = hook.role() == Hook.Role.LABEL;
                addOnce(new NotTracked(
                        hook.category().name(), labels ? why.concat("; it is counted as Unsafe") : why, true));
            }
        }
    }

    /** Reports what classes that cannot be changed leave untracked: at start the agent says it with the rest. */
    void tellRefused() {
        for (NotTracked one : refused) {
            TrackedPart.lacks(one);
        }
    }

    private void addOnce(NotTracked one) {
        for (NotTracked other : refused) {
            if (other.category().equals(one.category()) && other.why().equals(one.why())) {
                return;
            }
        }
        refused.add(one);
    }

    /** Takes back that they are in place. */
    void remove(List<Hook> hooks) {
        for (Hook hook : hooks) {
            placed.removeIf(other -> doesTheSame(hook, other) && isInSamePlace(hook, other));
        }
    }

    /** Rows whose hooks are in place. */
    void place(List<Hook> hooks) {
        placed.addAll(hooks);
    }

    /** True if the row is in place, or, for a native or its callers, a row that does the same in another class. */
    boolean has(Hook hook) {
        boolean byAnother = hook.role().isOfNative();
        for (Hook other : placed) {
            if (doesTheSame(hook, other) && (byAnother || isInSamePlace(hook, other))) {
                return true;
            }
        }
        return false;
    }

    /** True if two rows count the same, in whichever class. */
    static boolean doesTheSame(Hook hook, Hook other) {
        return other.category() == hook.category()
                && other.kind().task() == hook.kind().task();
    }

    private static boolean isInSamePlace(Hook hook, Hook other) {
        return other.className().equals(hook.className()) && other.method().equals(hook.method());
    }

    /** Categories with a row that counts, where neither that nor another that does the same is in place. */
    List<NotTracked> notTracked() {
        List<NotTracked> missing = new ArrayList<>();
        Set<String> told = new HashSet<>();
        for (NotTracked one : refused) {
            missing.add(one);
            told.add(one.category());
        }
        for (Hook hook : wanted) {
            if (hook.role().counts() && !has(hook) && told.add(hook.category().name())) {
                missing.add(new NotTracked(
                        hook.category().name(),
                        "no " + hook.className().replace('/', '.') + "." + hook.methodName(),
                        false));
            }
        }
        return missing;
    }
}
