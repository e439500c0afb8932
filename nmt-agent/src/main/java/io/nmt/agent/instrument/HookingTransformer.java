package io.nmt.agent.instrument;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.List;

/** Changes one class of the JDK after the other while it loads. */
final class HookingTransformer implements ClassFileTransformer {
    // The JVM calls it on the thread that loads the class: ours, or one that was a moment faster.
    private volatile String expected;
    private volatile List<Hook> hooks;
    private volatile boolean changed;

    /**
     * Says which class is to be changed next.
     *
     * @param className with slashes
     * @param rows for this class
     */
    void expect(String className, List<Hook> rows) {
        changed = false;
        hooks = rows;
        expected = className;
    }

    /** Whether the expected class came. If not, it was loaded before, or cannot be changed. */
    boolean changedIt() {
        return changed;
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String className, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (loader != null || redefined != null || className == null || !className.equals(expected)) {
            return null;
        }
        try {
            HookingVisitor visitor = HookingVisitor.hook(bytes, hooks);
            if (visitor.missing() == null) {
                byte[] withHooks = visitor.bytes();
                changed = true;
                return withHooks;
            }
        } catch (RuntimeException | LinkageError e) {
            // It is tried once more, with a redefinition, which tells what is wrong.
        }
        return null;
    }
}
