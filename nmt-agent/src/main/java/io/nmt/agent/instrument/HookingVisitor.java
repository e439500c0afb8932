package io.nmt.agent.instrument;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Gives each method of a class the hooks that the table has for it. */
final class HookingVisitor extends ClassVisitor {
    private final ClassWriter writer;
    private final List<Hook> hooks;
    private final boolean[] found;
    private String className;

    private HookingVisitor(ClassWriter writer, List<Hook> hooks) {
        super(Opcodes.ASM9, writer);
        this.writer = writer;
        this.hooks = hooks;
        this.found = new boolean[hooks.size()];
    }

    /**
     * Hooks a class.
     *
     * @param bytes of the class
     * @param hooks the rows for it
     * @return the row that has hooked it
     */
    static HookingVisitor hook(byte[] bytes, List<Hook> hooks) {
        ClassReader reader = new ClassReader(bytes);
        HookingVisitor visitor = new HookingVisitor(new ClassWriter(reader, 0), hooks);
        reader.accept(visitor, ClassReader.EXPAND_FRAMES);
        return visitor;
    }

    /** Returns the class file of a class, without what agents have made of it. */
    static byte[] bytesOf(Class<?> type) throws IOException {
        String file =
                type.getName().substring(type.getPackageName().length() + 1).concat(".class");
        try (InputStream in = type.getResourceAsStream(file)) {
            if (in == null) {
                throw new IOException("no bytes of " + type.getName());
            }
            return in.readAllBytes();
        }
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

    /** Returns the class with its hooks. */
    byte[] bytes() {
        return writer.toByteArray();
    }

    @Override
    public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
        className = name;
        super.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        for (int i = 0; i < hooks.size(); i++) {
            Hook hook = hooks.get(i);
            if (hook.kind().replacesNative() && hook.appliesToMethod(name, descriptor)) {
                found[i] = true;
                replace(hook, access, name, descriptor, exceptions);
                return null;
            }
        }
        MethodVisitor visitor = super.visitMethod(access, name, descriptor, signature, exceptions);
        for (int i = 0; i < hooks.size(); i++) {
            if (hooks.get(i).appliesToMethod(name, descriptor)) {
                visitor = hook(visitor, i, access, descriptor);
            }
        }
        return visitor;
    }

    private void replace(Hook hook, int access, String name, String descriptor, String[] exceptions) {
        NativeReplacement replacement = new NativeReplacement(cv, hook.className());
        switch (hook.kind()) {
            case MAP ->
                replacement.writeWithHookAfter(access, name, descriptor, exceptions, MappingCaller.HOOKS, "mapped");
            case UNMAP ->
                replacement.writeWithHookBefore(access, name, descriptor, exceptions, MappingCaller.HOOKS, "unmapping");
            case JNA_ALLOCATE ->
                replacement.writeWithHookAfter(access, name, descriptor, exceptions, JnaCaller.HOOKS, "allocated");
            case JNA_FREE ->
                replacement.writeWithHookBefore(access, name, descriptor, exceptions, JnaCaller.HOOKS, "freeing");
            default -> throw new IllegalArgumentException(hook.toString());
        }
    }

    private MethodVisitor hook(MethodVisitor next, int row, int access, String descriptor) {
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
            case MAP_CALLER, UNMAP_CALLER -> {
                found[row] = true;
                yield new MappingCaller(next, hooks.get(row), access, descriptor);
            }
            case LINK -> {
                found[row] = true;
                yield new LinkAdvice(next, hooks.get(row).className(), descriptor);
            }
            case LOADING -> {
                found[row] = true;
                yield new LoadingAdvice(next, className, access, descriptor);
            }
            case JNA_ALLOCATE_CALLER, JNA_FREE_CALLER -> {
                found[row] = true;
                yield JnaCaller.of(next, hooks.get(row), access, descriptor);
            }
            case FIRST_USE -> {
                found[row] = true;
                yield new FirstUseAdvice(next, className, access, descriptor);
            }
            case SERVER -> {
                found[row] = true;
                yield new ServerAdvice(next, className, access, descriptor);
            }
            case DIRECT_LIMIT ->
                new DirectLimitAdvice(next, className, access, descriptor) {
                    @Override
                    void found() {
                        found[row] = true;
                    }
                };
            case CHUNK_CONSTRUCTED, CHUNK_ADDED, CHUNK_FREED -> {
                MethodVisitor advice = ChunkAdvice.of(next, hooks.get(row).kind(), access, className, descriptor);
                found[row] |= advice != next;
                yield advice;
            }
            case MAP, UNMAP, JNA_ALLOCATE, JNA_FREE -> throw new IllegalStateException("not a native");
            case ZIP_OPEN, ZIP_INFLATE, ZIP_END ->
                new ZipAdvice(next, hooks.get(row)) {
                    @Override
                    void found() {
                        found[row] = true;
                    }
                };
            case LABEL_NEXT -> {
                found[row] = true;
                yield new NextLabel(next, hooks.get(row), access, descriptor);
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
