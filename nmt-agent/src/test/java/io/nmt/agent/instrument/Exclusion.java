package io.nmt.agent.instrument;

import io.nmt.agent.instrument.NativeMemoryUse.What;
import java.util.Set;

/**
 * Uses of native memory in a JDK that the {@link HookTable} need not have.
 *
 * @param className with slashes; {@code *} at its end stands for any rest
 * @param reason why no block goes uncounted for it, or which category is not told apart for it
 * @param what it does
 */
record Exclusion(String className, String reason, Set<What> what) {
    boolean appliesTo(NativeMemoryUse use) {
        return what.contains(use.what())
                && (className.endsWith("*")
                        ? use.className().startsWith(className.substring(0, className.length() - 1))
                        : use.className().equals(className));
    }
}
