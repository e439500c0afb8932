package io.nmt.libraries;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.Remapper;

/** Moves a library to another package, as those do that carry a copy of it with them. */
final class Relocation {
    private final Remapper remapper;
    private final JarOutputStream out;

    private Relocation(String from, String to, JarOutputStream out) {
        this.remapper = new Remapper(Opcodes.ASM9) {
            @Override
            public String map(String name) {
                return name.startsWith(from) ? to + name.substring(from.length()) : name;
            }
        };
        this.out = out;
    }

    /** Writes a jar with the classes of some others under that package, and a program that uses them. */
    static void write(List<Path> jars, Class<?> program, String from, String to, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            Relocation relocation = new Relocation(from, to, out);
            for (Path library : jars) {
                if (Files.isRegularFile(library)) {
                    relocation.add(library, from);
                }
            }
            relocation.add(program);
        }
    }

    private void add(Path library, String from) throws IOException {
        try (JarFile jar = new JarFile(library.toFile())) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                if (entry.getName().startsWith(from) && entry.getName().endsWith(".class")) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        add(in.readAllBytes());
                    }
                }
            }
        }
    }

    private void add(Class<?> program) throws IOException {
        try (InputStream in = program.getResourceAsStream(program.getSimpleName() + ".class")) {
            add(in.readAllBytes());
        }
    }

    private void add(byte[] bytes) throws IOException {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(0);
        reader.accept(new ClassRemapper(writer, remapper), 0);
        out.putNextEntry(new JarEntry(remapper.map(reader.getClassName()) + ".class"));
        out.write(writer.toByteArray());
    }
}
