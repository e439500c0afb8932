package io.nmt.agent.instrument;

import io.nmt.core.categories.Category;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.Arrays;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;

/**
 * Puts the hooks into JDK classes, those loaded already and those loaded later. It stays registered, or another agent's
 * retransformation would drop them.
 *
 * <p>It uses the ASM that Byte Buddy carries. Byte Buddy's own Advice would do the same with less code here, and cost a
 * third of a second of start-up for its own class loading.
 */
public final class HookTransformer implements ClassFileTransformer {
    private volatile boolean active = true;
    private volatile String problem;

    /**
     * Hooks this JVM.
     *
     * @param instrumentation of this JVM
     * @return null, or what went wrong
     */
    public String install(Instrumentation instrumentation) {
        instrumentation.addTransformer(this, true);
        retransform(instrumentation);
        return problem;
    }

    /**
     * Takes all hooks out again.
     *
     * @param instrumentation of this JVM
     */
    public void uninstall(Instrumentation instrumentation) {
        active = false;
        retransform(instrumentation);
        instrumentation.removeTransformer(this);
    }

    private void retransform(Instrumentation instrumentation) {
        Class<?>[] loaded = instrumentation.getAllLoadedClasses();
        Class<?>[] hooked = new Class<?>[loaded.length];
        int count = 0;
        for (Class<?> type : loaded) {
            if (type.getClassLoader() == null && HookTable.of(type.getName().replace('.', '/')).length > 0) {
                hooked[count++] = type;
            }
        }
        try {
            instrumentation.retransformClasses(Arrays.copyOf(hooked, count));
        } catch (UnmodifiableClassException | RuntimeException | LinkageError e) {
            fail(e.toString());
        }
    }

    private void fail(String what) {
        if (problem == null) {
            problem = what;
        }
    }

    @Override
    public byte[] transform(
            Module module,
            ClassLoader loader,
            String className,
            Class<?> classBeingRedefined,
            ProtectionDomain protectionDomain,
            byte[] bytes) {
        if (loader != null || !active || className == null) {
            return null;
        }
        Hook[] hooks = HookTable.of(className);
        return hooks.length == 0 ? null : transform(className, hooks, bytes);
    }

    private byte[] transform(String className, Hook[] hooks, byte[] bytes) {
        try {
            ClassReader reader = new ClassReader(bytes);
            ClassWriter writer = new ClassWriter(reader, 0);
            HookingVisitor visitor = new HookingVisitor(writer, hooks);
            reader.accept(visitor, ClassReader.EXPAND_FRAMES);
            Hook missing = visitor.missing();
            if (missing == null) {
                return writer.toByteArray();
            }
            if (missing.kind().counts()) {
                fail("no " + missing.className() + "." + missing.method());
            } else {
                System.err.println(
                        "nmt: " + className + " of this JDK does not call Unsafe as others do; what it allocates"
                                + " may be counted as " + Category.UNSAFE.name() + " instead of "
                                + missing.category().name());
            }
            return null;
        } catch (RuntimeException | LinkageError e) {
            fail(className + ": " + e);
            return null;
        }
    }
}
