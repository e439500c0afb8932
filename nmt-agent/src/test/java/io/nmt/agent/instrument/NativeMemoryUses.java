package io.nmt.agent.instrument;

import io.nmt.agent.instrument.NativeMemoryUse.What;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Finds the methods of a class that have to do with native memory.
 *
 * <p>Calls of {@code Unsafe} and of the {@code Linker} are found with certainty, method references included, unless
 * they are made by reflection or by a method handle that is looked up by name. What a native method does is not in the
 * class file, so of those, the name decides: one with a word like "map" or "unmap" in it, or that returns a byte
 * buffer, may map memory; one of {@code java.util.zip}, or with a word like "inflate" in its name or its class' name,
 * may have a stream of zlib. A native method that does either under another name is not found here, nor one that calls
 * {@code malloc}; that a library does either at all is found by {@link NativeLibraries}.
 */
final class NativeMemoryUses extends ClassVisitor {
    private static final Set<String> UNSAFES = Set.of("jdk/internal/misc/Unsafe", "sun/misc/Unsafe");

    // Where a word begins in a name such as unmap0 or MapViewOfFile.
    private static final Pattern WORDS = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?=[0-9_])|_");
    private static final Set<String> MAPS =
            Set.of("map", "mapping", "mmap", "mremap", "munmap", "remap", "shmat", "shmdt", "unmap");

    private static final Pattern ZIPS = Pattern.compile("(?i).*(inflat|deflat|zlib|gzip).*");
    private static final Pattern RETURNS_BUFFER = Pattern.compile("\\(.*\\)Ljava/nio/\\w*Buffer;");

    private final Set<NativeMemoryUse> found;
    private String className;

    NativeMemoryUses(Set<NativeMemoryUse> found) {
        super(Opcodes.ASM9);
        this.found = found;
    }

    @Override
    public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
        className = name;
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        String method = name + descriptor;
        if ((access & Opcodes.ACC_NATIVE) != 0) {
            if (WORDS.splitAsStream(name).anyMatch(word -> MAPS.contains(word.toLowerCase(Locale.ROOT)))
                    || RETURNS_BUFFER.matcher(descriptor).matches()) {
                add(method, What.MAPS);
            }
            if (className.startsWith("java/util/zip/")
                    || ZIPS.matcher(className + "." + name).matches()) {
                add(method, What.ZIPS);
            }
        }
        return new Calls(method);
    }

    private void add(String method, What what) {
        found.add(new NativeMemoryUse(className, method, what));
    }

    private final class Calls extends MethodVisitor {
        private final String method;

        Calls(String method) {
            super(Opcodes.ASM9);
            this.method = method;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            call(owner, name);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            for (Object argument : arguments) {
                visitLdcInsn(argument);
            }
        }

        @Override
        public void visitLdcInsn(Object value) {
            if (value instanceof Handle handle) {
                call(handle.getOwner(), handle.getName());
            }
        }

        private void call(String owner, String name) {
            if (UNSAFES.contains(owner)) {
                switch (name) {
                    case "allocateMemory", "allocateMemory0" -> add(method, What.ALLOCATES);
                    case "reallocateMemory", "reallocateMemory0" -> add(method, What.REALLOCATES);
                    case "freeMemory", "freeMemory0" -> add(method, What.FREES);
                    default -> {}
                }
            } else if (name.equals("downcallHandle")) {
                add(method, What.LINKS);
            }
        }
    }
}
