package io.nmt.agent.instrument;

import java.util.List;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Gives each method of a class the hooks that the table has for it. */
final class HookingVisitor extends ClassVisitor {
    private final List<Hook> hooks;
    private final boolean[] found;

    HookingVisitor(ClassVisitor next, List<Hook> hooks) {
        super(Opcodes.ASM9, next);
        this.hooks = hooks;
        this.found = new boolean[hooks.size()];
    }

    /** Returns the row for which the class has no method or call, or null. */
    Hook missing() {
        for (int i = 0; i < hooks.size(); i++) {
            if (!found[i]) {
                return hooks.get(i);
            }
        }
        return null;
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor visitor = super.visitMethod(access, name, descriptor, signature, exceptions);
        for (int i = 0; i < hooks.size(); i++) {
            if (hooks.get(i).appliesToMethod(name, descriptor)) {
                visitor = hook(visitor, i);
            }
        }
        return visitor;
    }

    private MethodVisitor hook(MethodVisitor next, int row) {
        return switch (hooks.get(row).kind()) {
            case ALLOCATE -> {
                found[row] = true;
                yield new AllocateMemoryAdvice(next);
            }
            case REALLOCATE -> {
                found[row] = true;
                yield new ReallocateMemoryAdvice(next);
            }
            case FREE -> {
                found[row] = true;
                yield new FreeMemoryAdvice(next);
            }
            case LABEL, LABEL_TEMPORARY ->
                new CallerLabel(next, hooks.get(row)) {
                    @Override
                    void found() {
                        found[row] = true;
                    }
                };
        };
    }
}
