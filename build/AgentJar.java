import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.SimpleRemapper;

/**
 * Rewrites the agent's jar so that less is left to do while the application waits for its main method, in a JVM that
 * interprets.
 *
 * <ul>
 *   <li>No class that each start uses is compressed: inflating them takes several milliseconds.
 *   <li>The classes that the agent gives to the boot loader are added in five entries, in the order in which they are
 *     to be defined; format in {@code BootClasses}. Four get names in a package of the JDK. To read them one by one
 *     takes longer than to define them.
 *   <li>The versions of the JDK's classes that are known beforehand are added, an entry for each JDK.
 *   <li>{@code premain} and {@code agentmain} are marked as if they had a variable number of arguments, without an
 *     array to take them: such methods the newer JDKs call natively. For others they make method handles, and classes
 *     for those, which takes 3 to 6 ms for the first of its shape.
 *   <li>The classes of the command line are one entry, and directories are none: the JVM looks at each entry when it
 *       opens the jar, which with 1,650 of them takes 5 ms.
 *   <li>No layers for newer JDKs: those entries have them, and some JDKs take milliseconds to open a jar with layers.
 *   <li>No line numbers, names of local variables or source files in our own classes, but for the demo. A debugger
 *       that steps into a method passes over code without line numbers, and so never stops in a hook.
 * </ul>
 *
 * <p>Arguments: the jar, the oldest JDK that it is for, the folder of the module's sources. Names, order and times of
 * the other entries stay.
 */
final class AgentJar {
    private static final String LAYERS = "META-INF/versions/";
    private static final String LINKER = "io/nmt/core/internal/linker/";
    private static final String LIBRARIES = "io/nmt/core/internal/libraries/";
    private static final String CORE = "io/nmt/core/";
    private static final String INSTRUMENT = "io/nmt/agent/instrument/";
    private static final String ASM = "io/nmt/agent/shaded/asm/";
    private static final String DOOR = "io/nmt/agent/BaseModuleDoor.class";
    private static final List<String> FIRST = List.of(
            DOOR,
            "io/nmt/agent/ClassDefiner.class",
            "io/nmt/core/internal/jdk/JdkAccess.class",
            "io/nmt/core/internal/jdk/JdkInternals.class",
            "io/nmt/core/internal/jdk/JdkInternals$Kept.class",
            "io/nmt/core/internal/jdk/InsideJdk.class");

    private static final String LIBRARY_DOOR = "io/nmt/core/internal/libraries/LibraryDoor";

    // These belong to a package of the JDK, and so become part of its module, when they are defined.
    private static final Map<String, String> INSIDE_JDK = Map.of(
            "io/nmt/agent/BaseModuleDoor",
            "sun/misc/NmtDoor",
            "io/nmt/core/internal/jdk/InsideJdk",
            "jdk/internal/misc/NmtJdkAccess",
            "io/nmt/agent/ClassDefiner",
            "jdk/internal/misc/NmtClassDefiner",
            LIBRARY_DOOR,
            "java/lang/NmtHooks");

    // The JVM heeds them in classes of the boot loader.
    private static final List<String> FRAMELESS =
            List.of("Ljdk/internal/vm/annotation/Hidden;", "Ljdk/internal/vm/annotation/ForceInline;");
    private static final String OURS = "io/nmt/";
    private static final String DEMO = "io/nmt/demo/"; // stands for an application, whose lines are told
    private static final List<String> COMMAND_LINE =
            List.of("io/nmt/agent/cli/", "io/nmt/agent/shaded/picocli/", "io/nmt/agent/shaded/jline/");
    private static final String LAUNCHER = "io/nmt/agent/Launcher.class";
    private static final int NO_LAST_JDK = Short.MAX_VALUE;

    private final ZipFile in;
    private final ClassLoader loader;
    private final int firstJdk;

    private AgentJar(ZipFile in, ClassLoader loader, int firstJdk) {
        this.in = in;
        this.loader = loader;
        this.firstJdk = firstJdk;
    }

    public static void main(String[] args) throws Exception {
        Path jar = Path.of(args[0]);
        Path rewritten = jar.resolveSibling(jar.getFileName() + ".rewritten");
        URL[] urls = {jar.toUri().toURL()};
        try (ZipFile in = new ZipFile(jar.toFile());
                URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
                OutputStream file = Files.newOutputStream(rewritten);
                ZipOutputStream out = new ZipOutputStream(file)) {
            new AgentJar(in, loader, Integer.parseInt(args[1])).write(out, Path.of(args[2]));
        }
        Files.move(rewritten, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private void write(ZipOutputStream out, Path sources) throws IOException, ClassNotFoundException {
        List<String> atStart = new ArrayList<>();
        List<String> forHooks = new ArrayList<>();
        List<String> forLinker = new ArrayList<>();
        List<String> forLibraries = new ArrayList<>();
        ByteArrayOutputStream commandLine = new ByteArrayOutputStream();
        for (ZipEntry entry : Collections.list(in.entries())) {
            String name = entry.getName();
            if (name.startsWith(LAYERS) || entry.isDirectory()) {
                continue;
            }
            byte[] bytes = read(name);
            if (name.endsWith(".class") && COMMAND_LINE.stream().anyMatch(name::startsWith)) {
                pack(name, bytes, commandLine);
                continue;
            }
            write(name, entry, name.equals(LAUNCHER) ? withVarargs(bytes) : bytes, out);
            if (name.endsWith(".class") && !name.endsWith("/package-info.class")) {
                if (FIRST.contains(name)) {
                    continue;
                } else if (name.startsWith(LINKER)) {
                    forLinker.add(name);
                } else if (name.startsWith(LIBRARIES) && !name.equals(LIBRARY_DOOR + ".class")) {
                    forLibraries.add(name);
                } else if (name.startsWith(ASM) || (name.startsWith(INSTRUMENT) && usesAsm(name))) {
                    forHooks.add(name);
                } else if (name.startsWith(CORE) || name.startsWith(INSTRUMENT)) {
                    atStart.add(name);
                }
            }
        }
        ZipEntry like = in.getEntry("META-INF/MANIFEST.MF");
        write("io/nmt/agent/first-classes", like, bytesOfFirst(), out);
        write("io/nmt/agent/boot-classes", like, bytesOf(atStart), out);
        write("io/nmt/agent/hook-classes", like, compressed(bytesOf(forHooks)), out);
        writeKnownVersions(sources, like, out);
        write("io/nmt/agent/linker-classes", like, compressed(bytesOf(forLinker)), out);
        write("io/nmt/agent/library-classes", like, compressed(bytesOf(forLibraries)), out);
        write("io/nmt/agent/command-classes", like, commandLine.toByteArray(), out);
    }

    /** Those that were made by the hooks of this jar; format in {@code KnownVersions}, behind a line of text. */
    private static void writeKnownVersions(Path sources, ZipEntry like, ZipOutputStream out) throws IOException {
        CRC32 checksum = new CRC32();
        for (Path file : filesIn(sources.resolve("java").resolve(INSTRUMENT))) {
            checksum.update(Files.readString(file).replace("\r", "").getBytes(StandardCharsets.UTF_8));
        }
        String made = HexFormat.of().toHexDigits((int) checksum.getValue());
        for (Path file : filesIn(sources.resolve("known-versions"))) {
            byte[] bytes = Files.readAllBytes(file);
            if (new String(bytes, StandardCharsets.ISO_8859_1).startsWith(made)) {
                int head = new String(bytes, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;
                byte[] versions = Arrays.copyOfRange(bytes, head, bytes.length);
                write("io/nmt/agent/known-versions-" + file.getFileName(), like, versions, out);
            } else {
                System.err.println("[WARNING] left out, since it was made by other hooks: " + file);
            }
        }
    }

    private static List<Path> filesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    private boolean usesAsm(String entry) throws IOException {
        int nested = entry.indexOf('$');
        byte[] outer = read(nested < 0 ? entry : entry.substring(0, nested) + ".class");
        return new String(outer, StandardCharsets.ISO_8859_1).contains(ASM);
    }

    /** Appends a class as {@code PackedClasses} reads it. */
    private static void pack(String entry, byte[] bytes, ByteArrayOutputStream packed) throws IOException {
        DataOutputStream out = new DataOutputStream(packed);
        out.writeUTF(entry.substring(0, entry.length() - ".class".length()).replace('/', '.'));
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** The bytes of an entry; of a class of ours, without what only debuggers and stack traces use. */
    private byte[] read(String entry) throws IOException {
        byte[] bytes = in.getInputStream(in.getEntry(entry)).readAllBytes();
        String name = entry.startsWith(LAYERS) ? entry.substring(entry.indexOf('/', LAYERS.length()) + 1) : entry;
        boolean isStripped = name.endsWith(".class") && name.startsWith(OURS) && !name.startsWith(DEMO);
        return isStripped ? withoutDebugInformation(bytes) : bytes;
    }

    private static byte[] withoutDebugInformation(byte[] type) {
        ClassWriter writer = new ClassWriter(0); // not of the reader, whose constants it would copy
        new ClassReader(type).accept(writer, ClassReader.SKIP_DEBUG);
        return writer.toByteArray();
    }

    private static byte[] withVarargs(byte[] launcher) {
        ClassReader reader = new ClassReader(launcher);
        ClassWriter writer = new ClassWriter(reader, 0);
        ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                boolean called = name.equals("premain") || name.equals("agentmain");
                int flags = called ? access | Opcodes.ACC_VARARGS : access;
                return super.visitMethod(flags, name, descriptor, signature, exceptions);
            }
        };
        reader.accept(visitor, 0);
        return writer.toByteArray();
    }

    private static void write(String name, ZipEntry like, byte[] bytes, ZipOutputStream out) throws IOException {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        ZipEntry stored = new ZipEntry(name);
        stored.setTimeLocal(like.getTimeLocal());
        if (name.endsWith(".so")) {
            out.putNextEntry(stored);
            out.write(bytes);
            out.closeEntry();
            return;
        }
        stored.setMethod(ZipEntry.STORED);
        stored.setSize(bytes.length);
        stored.setCrc(crc.getValue());
        out.putNextEntry(stored);
        out.write(bytes);
        out.closeEntry();
    }

    /** The number of bytes, and their zlib stream: such classes are kept, and most programs do not need them. */
    private static byte[] compressed(byte[] bytes) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        Deflater best = new Deflater(Deflater.BEST_COMPRESSION);
        try (DataOutputStream out = new DataOutputStream(compressed)) {
            out.writeInt(bytes.length);
            try (OutputStream deflating = new DeflaterOutputStream(out, best)) {
                deflating.write(bytes);
            }
        } finally {
            best.end();
        }
        return compressed.toByteArray();
    }

    private byte[] bytesOfFirst() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (String entry : FIRST) {
            append(firstJdk, NO_LAST_JDK, insideJdk(read(entry), List.of()), out);
        }
        return bytes.toByteArray();
    }

    /** With the names that classes get in packages of the JDK, and with annotations of each static method. */
    private static byte[] insideJdk(byte[] bytes, List<String> annotations) {
        ClassWriter writer = new ClassWriter(0);
        ClassVisitor annotating = new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
                if ((access & Opcodes.ACC_STATIC) != 0) {
                    annotations.forEach(annotation ->
                            method.visitAnnotation(annotation, true).visitEnd());
                }
                return method;
            }
        };
        new ClassReader(bytes).accept(new ClassRemapper(annotating, new SimpleRemapper(Opcodes.ASM9, INSIDE_JDK)), 0);
        return writer.toByteArray();
    }

    private byte[] bytesOf(List<String> entries) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (String entry : parentsFirst(entries)) {
            int lastJdk = NO_LAST_JDK;
            for (int jdk : layersOf(entry)) {
                append(jdk, lastJdk, LAYERS + jdk + "/" + entry, out);
                lastJdk = jdk - 1;
            }
            append(firstJdk, lastJdk, entry, out);
        }
        return bytes.toByteArray();
    }

    private void append(int firstJdk, int lastJdk, String entry, DataOutputStream out) throws IOException {
        boolean isDoor = entry.equals(LIBRARY_DOOR + ".class");
        byte[] bytes = read(entry);
        append(firstJdk, lastJdk, isDoor ? insideJdk(bytes, FRAMELESS) : bytes, out);
    }

    private static void append(int firstJdk, int lastJdk, byte[] bytes, DataOutputStream out) throws IOException {
        out.writeShort(firstJdk);
        out.writeShort(lastJdk);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** The JDKs from which on there is another version of a class, the newest first. */
    private List<Integer> layersOf(String entry) {
        List<Integer> jdks = new ArrayList<>();
        for (ZipEntry other : Collections.list(in.entries())) {
            String name = other.getName();
            if (name.startsWith(LAYERS) && name.endsWith("/" + entry)) {
                jdks.add(Integer.valueOf(name.substring(LAYERS.length(), name.indexOf('/', LAYERS.length()))));
            }
        }
        jdks.sort(Collections.reverseOrder());
        return jdks;
    }

    private Collection<String> parentsFirst(List<String> entries) throws ClassNotFoundException {
        Set<String> sorted = new LinkedHashSet<>();
        for (String entry : entries) {
            String name = entry.substring(0, entry.length() - ".class".length()).replace('/', '.');
            addWithParents(Class.forName(name, false, loader), entries, sorted);
        }
        return sorted;
    }

    private static void addWithParents(Class<?> type, List<String> entries, Set<String> sorted) {
        if (type.getSuperclass() != null) {
            addWithParents(type.getSuperclass(), entries, sorted);
        }
        for (Class<?> parent : type.getInterfaces()) {
            addWithParents(parent, entries, sorted);
        }
        String entry = type.getName().replace('.', '/') + ".class";
        if (entries.contains(entry)) {
            sorted.add(entry);
        }
    }
}
