package io.nmt.agent.instrument;

import io.nmt.core.categories.Category;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;

/**
 * Puts the hooks into JDK classes, by redefining them once.
 *
 * <p>No transformer stays behind. While one is registered, the JVM copies the bytes of each class that the application loads
 * into the heap to show them; for an application of 5,000 classes that was 5 MiB of RSS and more. Nor is one needed: a
 * redefined class is what another agent's retransformation starts from.
 *
 * <p>It uses the ASM that Byte Buddy carries. Byte Buddy's own Advice would do the same with less code here, and cost a
 * third of a second of start-up for its own class loading.
 */
public final class HookInstaller {
    private final Instrumentation instrumentation;
    private final List<ClassDefinition> originals = new ArrayList<>();

    /**
     * An installer for this JVM.
     *
     * @param instrumentation of this JVM
     */
    public HookInstaller(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    /**
     * Hooks this JVM.
     *
     * @return null, or what went wrong
     */
    public String install() {
        List<ClassDefinition> hooked = new ArrayList<>();
        try {
            for (String className : HookTable.classNames()) {
                Class<?> type = find(className);
                if (type != null) {
                    byte[] bytes = bytesOf(type);
                    byte[] withHooks = hook(className, bytes);
                    if (withHooks != null) {
                        originals.add(new ClassDefinition(type, bytes));
                        hooked.add(new ClassDefinition(type, withHooks));
                    }
                }
            }
            redefine(hooked);
            return null;
        } catch (IOException
                | ClassNotFoundException
                | UnmodifiableClassException
                | RuntimeException
                | LinkageError e) {
            return e.toString();
        }
    }

    /** Takes all hooks out again. */
    public void uninstall() {
        try {
            redefine(originals);
        } catch (ClassNotFoundException | UnmodifiableClassException | RuntimeException | LinkageError e) {
            System.err.println("nmt: the hooks cannot be taken out again: " + e);
        }
    }

    private void redefine(List<ClassDefinition> definitions) throws ClassNotFoundException, UnmodifiableClassException {
        instrumentation.redefineClasses(definitions.toArray(new ClassDefinition[0]));
    }

    /** A class that another system's JDK has may not be there. */
    private static Class<?> find(String className) {
        try {
            return Class.forName(className.replace('/', '.'), false, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private static byte[] bytesOf(Class<?> type) throws IOException {
        String file =
                type.getName().substring(type.getPackageName().length() + 1).concat(".class");
        try (InputStream in = type.getResourceAsStream(file)) {
            if (in == null) {
                throw new IOException("no bytes of " + type.getName());
            }
            return in.readAllBytes();
        }
    }

    /** Returns the class with its hooks, or null if that is the same. */
    private static byte[] hook(String className, byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        HookingVisitor visitor = new HookingVisitor(writer, HookTable.of(className));
        reader.accept(visitor, ClassReader.EXPAND_FRAMES);
        Hook missing = visitor.missing();
        if (missing == null) {
            return writer.toByteArray();
        }
        if (missing.kind().counts()) {
            throw new IllegalStateException("no " + missing.className() + "." + missing.method());
        }
        System.err.println("nmt: " + className + " of this JDK does not call Unsafe as others do; what it allocates"
                + " may be counted as " + Category.UNSAFE.name() + " instead of "
                + missing.category().name());
        return null;
    }
}
