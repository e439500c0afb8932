package io.nmt.agent.instrument;

import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Gives each method of a class the hooks that the table has for it. */
final class HookingVisitor extends ClassVisitor implements HookedRows {
    private static final int CONSTANT_CLASS = 7; // JVMS 4.4

    private final ClassWriter writer;
    private final List<Hook> hooks;
    private final boolean[] found;
    private final boolean hasField;
    private final ClassSplice splice; // null if all of the class is written
    private String className;
    private boolean storesContexts;

    private HookingVisitor(ClassWriter writer, List<Hook> hooks, boolean hasField, ClassSplice splice) {
        super(Opcodes.ASM9, writer);
        this.writer = writer;
        this.hooks = hooks;
        this.found = new boolean[hooks.size()];
        this.hasField = hasField;
        this.splice = splice;
    }

    /**
     * Hooks a class.
     *
     * @param bytes of the class
     * @param hooks the rows for it
     * @return the row that has hooked it
     */
    static HookingVisitor hook(byte[] bytes, List<Hook> hooks) {
        ClassSplice splice = ClassSplice.of(bytes, hooks);
        if (splice == null) {
            return hook(bytes, hooks, false);
        }
        HookingVisitor visitor = new HookingVisitor(splice.writer(), hooks, false, splice);
        splice.reader().accept(visitor, ClassReader.EXPAND_FRAMES);
        return visitor;
    }

    /**
     * Hooks a class of a library.
     *
     * @param bytes of the class
     * @param hooks the rows for it
     * @param hasField whether buffers have a field for what is known of them; this class is given it if it is theirs
     * @return the row that has hooked it
     */
    static HookingVisitor hook(byte[] bytes, List<Hook> hooks, boolean hasField) {
        ClassReader reader = new ClassReader(bytes);
        HookingVisitor visitor = new HookingVisitor(new ClassWriter(reader, 0), hooks, hasField, null);
        reader.accept(visitor, ClassReader.EXPAND_FRAMES);
        return visitor;
    }

    /** True if a class file has hooks already: another agent has kept a version that this one has changed. */
    static boolean hasHooks(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int offset = reader.getItem(i);
            if (offset > 0
                    && reader.readByte(offset - 1) == CONSTANT_CLASS
                    && HookNames.contain(reader.readUTF8(offset, buffer))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the row for which the class has no method or call, or null. */
    Hook missing() {
        for (int i = 0; i < hooks.size(); i++) {
            if (!found[i] && !hooks.get(i).isOptional()) {
                return hooks.get(i);
            }
        }
        return null;
    }

    /** Returns the class with its hooks. */
    byte[] bytes() {
        byte[] written = writer.toByteArray();
        return splice == null ? written : splice.with(written);
    }

    @Override
    public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
        className = name;
        super.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
        storesContexts |= (access & Opcodes.ACC_STATIC) != 0
                && name.equals(ContextStorageAdvice.FIELD)
                && descriptor.equals(ContextStorageAdvice.FIELD_TYPE);
        return super.visitField(access, name, descriptor, signature, value);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        for (int i = 0; i < hooks.size(); i++) {
            Hook hook = hooks.get(i);
            // Another agent may have wrapped it: then the native has another name, and this one has code.
            if (hook.role() == Hook.Role.NATIVE
                    && (access & Opcodes.ACC_NATIVE) != 0
                    && hook.appliesToMethod(name, descriptor)) {
                found[i] = true;
                replace(hook, access, name, descriptor, exceptions);
                return null;
            }
        }
        MethodVisitor visitor = super.visitMethod(access, name, descriptor, signature, exceptions);
        if ((access & (Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT)) != 0) {
            visitor = new CodelessMethod(visitor);
        }
        for (int i = 0; i < hooks.size(); i++) {
            if (hooks.get(i).role() != Hook.Role.NATIVE && hooks.get(i).appliesToMethod(name, descriptor)) {
                visitor = hook(visitor, i, access, descriptor);
            }
        }
        return visitor;
    }

    private void replace(Hook hook, int access, String name, String descriptor, String[] exceptions) {
        NativeReplacement replacement = new NativeReplacement(cv, hook.className());
        switch (hook.kind()) {
            case MAP ->
                replacement.writeWithHookAfter(access, name, descriptor, exceptions, HookNames.MAPPING, "mapped");
            case UNMAP ->
                replacement.writeWithHookBefore(access, name, descriptor, exceptions, HookNames.MAPPING, "unmapping");
            case JNA_ALLOCATE ->
                replacement.writeWithHookAfter(access, name, descriptor, exceptions, HookNames.LIBRARY, "allocated");
            case JNA_FREE ->
                replacement.writeWithHookBefore(access, name, descriptor, exceptions, HookNames.LIBRARY, "freeing");
            default -> throw new IllegalArgumentException(hook.toString());
        }
    }

    private MethodVisitor hook(MethodVisitor next, int row, int access, String descriptor) {
        Hook hook = hooks.get(row);
        return switch (hook.kind()) {
            // These say themselves whether the method is as expected.
            case LABEL, LABEL_TEMPORARY -> new CallerLabel(next, this, row);
            case ZIP_OPEN, ZIP_INFLATE, ZIP_END -> new ZipAdvice(next, this, row);
            case ARENA_CLOSE, ZIP_ADDRESS -> {
                found[row] = true;
                yield next;
            }
            case DIRECT_LIMIT -> new DirectLimitAdvice(next, this, row, access, descriptor);
            case THREAD_FAILS -> new ThreadStartAdvice(next, this, row, access, descriptor);
            case CHUNK_CONSTRUCTED, CHUNK_ADDED, CHUNK_FREED ->
                ChunkAdvice.of(next, this, row, className, access, descriptor);
            case CONTEXT -> ContextAdvice.of(next, this, row, className, access, descriptor);
            case CONTEXT_STORED -> {
                found[row] = storesContexts;
                yield storesContexts ? ContextStorageAdvice.of(next, className, access, descriptor) : next;
            }
            case PIPELINE_TOUCHES -> TouchingPipeline.of(next, this, row, className, access, descriptor);
            case BUFFER_HANDED_OUT,
                    BUFFER_GIVEN_BACK,
                    BUFFER_TOUCHED,
                    BUFFER_RETAINED,
                    BUFFER_RELEASED,
                    BUFFER_DERIVED,
                    BUFFER_COMPOSED -> BufferAdvice.of(next, this, row, hasField, className, access, descriptor);
            case BUFFER_LENT, BUFFER_RETURNED -> LentBufferAdvice.of(next, this, row, className, access, descriptor);
            default -> {
                found[row] = true;
                yield advice(next, hook, access, descriptor);
            }
        };
    }

    private MethodVisitor advice(MethodVisitor next, Hook hook, int access, String descriptor) {
        return switch (hook.kind()) {
            case ALLOCATE -> new AllocateMemoryAdvice(next);
            case REALLOCATE -> new ReallocateMemoryAdvice(next);
            case FREE -> new FreeMemoryAdvice(next);
            case LABEL_NEXT -> new NextLabel(next, hook, access, descriptor);
            case MAP_CALLER, UNMAP_CALLER -> new MappingCaller(next, hook, access, descriptor);
            case LINK -> new LinkAdvice(next, className, access, descriptor);
            case FIRST_USE -> new FirstUseAdvice(next, HookNames.LINKER_USE, className, access, descriptor);
            case FIRST_ARENA -> new FirstUseAdvice(next, HookNames.ARENA, className, access, descriptor);
            case FIRST_RECORDING -> new FirstUseAdvice(next, HookNames.RECORDER_USE, className, access, descriptor);
            case ARENA -> new ArenaAdvice(next, className);
            case THREAD_ENDS -> new ThreadEndAdvice(next, className, access, descriptor);
            case LOADER_MADE -> new LoaderMadeAdvice(next, className, access, descriptor);
            case MEMBER_FILTER -> new MemberFilterAdvice(next, className, access, descriptor);
            case SERVER, CLASS_DEFINED -> new ReturnAdvice(next, hook.kind(), className, access, descriptor);
            case JNA_ALLOCATE_CALLER, JNA_FREE_CALLER -> JnaCaller.of(next, hook, access, descriptor);
            default -> throw new IllegalArgumentException(hook.toString());
        };
    }

    @Override
    public void visitEnd() {
        if (hasField && !hooks.isEmpty() && hooks.get(0).className().equals(HookTable.NETTY_COUNTED_BUFFER)) {
            int access = Opcodes.ACC_SYNTHETIC | Opcodes.ACC_TRANSIENT; // for the other classes of its package
            super.visitField(access, BufferAdvice.FIELD, "Ljava/lang/Object;", null, null)
                    .visitEnd();
        }
        super.visitEnd();
    }

    @Override
    public Hook hook(int row) {
        return hooks.get(row);
    }

    @Override
    public void found(int row) {
        found[row] = true;
    }
}
