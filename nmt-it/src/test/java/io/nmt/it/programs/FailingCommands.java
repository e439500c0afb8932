package io.nmt.it.programs;

import io.nmt.testkit.Captured;
import io.nmt.testkit.SmallRecording;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Runs the commands of the packaged jar again and again, each time with another call that fails: of each call to a
 * method of the JDK that declares an {@link IOException}, in any of the jar's own classes, first the first, then the
 * second, or the one so many calls later, until a run has none left.
 *
 * <p>After each the command has either done what it does, since it can do without what failed, or has ended with 1 and
 * one line; the file it was to write is as it was, and no other has come. Prints a line for each command,
 * {@code NAME POINTS points, FAILED failed}, and one that begins with {@code WRONG} for whatever is not so.
 */
public final class FailingCommands {
    private static final AtomicInteger CALLS = new AtomicInteger();
    private static final String BEFORE = "what was there before";
    private static final int MOST_POINTS = 10_000;

    // It reads of each JVM of this user, of which there may be many, and without an end as they come and go.
    private static final int MOST_POINTS_OF_LIST = 50;

    // Guarded by the one thread that changes it between runs.
    private static volatile int failing;
    private static volatile String failed;

    private final Method run;
    private final Path directory;
    private final int distance;

    private FailingCommands(Method run, Path directory, int distance) {
        this.run = run;
        this.directory = directory;
        this.distance = distance;
    }

    /** Called before each call that may fail. */
    public static void reach(String call) throws IOException {
        if (CALLS.incrementAndGet() == failing) {
            failed = call;
            throw new IOException("planned failure");
        }
    }

    /**
     * Arguments: the jar, a directory that is empty, the id of a process that is tracked, and the distance between two
     * calls that are tried.
     */
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[1]);
        Path recording = directory.resolveSibling("recording.jfr");
        SmallRecording.write(recording, "com.acme.Codec.encode(Codec.java:12)");
        URL[] urls = {Path.of(arguments[0]).toUri().toURL()};
        try (Failing loader = new Failing(urls)) {
            Method run = loader.loadClass("io.nmt.agent.CommandLineStart").getDeclaredMethod("execute", String[].class);
            run.setAccessible(true);
            FailingCommands commands = new FailingCommands(run, directory, Integer.parseInt(arguments[3]));
            String file = directory.resolve("out").toString();
            String jfr = recording.toString();
            String pid = arguments[2];
            commands.tryAll("list", MOST_POINTS_OF_LIST, "", "list");
            commands.tryAll("attach", MOST_POINTS, "tracked already", "attach", pid);
            commands.tryAll("summary", MOST_POINTS, "Native memory", "summary", pid);
            commands.tryAll("dump", MOST_POINTS, "address,", "dump", pid, "-o", file);
            commands.tryAll("report", MOST_POINTS, "Native memory", "report", jfr);
            commands.tryAll("compare", MOST_POINTS, "Native memory", "compare", jfr, jfr);
            commands.tryAll("flamegraph-of-process", MOST_POINTS, "<!doctype html>", "flamegraph", pid, "-o", file);
            commands.tryAll("flamegraph-of-file", MOST_POINTS, "<!doctype html>", "flamegraph", jfr, "-o", file);
            commands.tryAll("collapsed", MOST_POINTS, "Unsafe;", "flamegraph", jfr, "--collapsed");
        }
    }

    private void tryAll(String name, int mostPoints, String begin, String... command) throws Exception {
        int failures = 0;
        int tried = 0;
        int point = 0;
        while (point <= mostPoints) {
            Files.writeString(directory.resolve("out"), BEFORE);
            failing = point;
            failed = null;
            CALLS.set(0);
            Captured result = Captured.from(() -> (Integer) run.invoke(null, (Object) command));
            String wrong = result.exitCode() == 0 ? notDone(result, begin, command) : notFailed(result);
            if (wrong != null || (point == 0 && result.exitCode() != 0)) {
                System.out.println("WRONG " + name + ", point " + point + ", " + failed + ": " + wrong + "; exit code "
                        + result.exitCode() + ", stderr: " + result.err());
            }
            if (point > 0 && failed == null) {
                break;
            }
            failures += result.exitCode() == 0 ? 0 : 1;
            tried += point == 0 ? 0 : 1;
            point += point == 0 ? 1 : distance;
        }
        System.out.println(name + " " + tried + " points, " + failures + " failed");
    }

    private String notDone(Captured result, String begin, String... command) throws IOException {
        boolean toFile = Arrays.asList(command).contains("-o");
        String output = toFile ? Files.readString(directory.resolve("out")) : result.out();
        if (!output.regionMatches(true, 0, begin, 0, begin.length()) && !output.contains(begin)) {
            return "the output is not what is wanted: " + output;
        }
        if (!output.endsWith("\n")) {
            return "the output is not complete";
        }
        return result.err().isEmpty() ? otherFiles() : "it says something on stderr";
    }

    private String notFailed(Captured result) throws IOException {
        if (result.exitCode() != 1) {
            return "another exit code";
        }
        if (!result.out().isEmpty()) {
            return "it prints something: " + result.out();
        }
        if (!result.err().startsWith("nmt: ") || result.err().lines().count() != 1) {
            return "not one line on stderr";
        }
        return Files.readString(directory.resolve("out")).equals(BEFORE) ? otherFiles() : "the file has changed";
    }

    private String otherFiles() throws IOException {
        try (var files = Files.list(directory)) {
            List<Path> all = files.toList();
            for (Path file : all) {
                if (!file.endsWith("out")) {
                    Files.delete(file);
                }
            }
            return all.size() == 1 ? null : "it leaves " + all;
        }
    }

    /** Loads the jar's classes, with a call to {@link #reach} before each call that may fail. */
    private static final class Failing extends URLClassLoader {
        private static final String OURS = "io.nmt.";
        private static final String SHADED = "io.nmt.agent.shaded.";
        private static final String TESTS = "io.nmt.it.programs.";
        private static final String PACKED = "io/nmt/agent/command-classes";

        private final ProtectionDomain domain;
        private final Map<String, byte[]> packed = new HashMap<>();

        Failing(URL... urls) throws IOException {
            super(urls, FailingCommands.class.getClassLoader());
            // The command line asks where its jar is.
            domain = new ProtectionDomain(new CodeSource(urls[0], (Certificate[]) null), null);
            try (DataInputStream in = new DataInputStream(
                    new BufferedInputStream(findResource(PACKED).openStream()))) {
                while (in.available() > 0) {
                    packed.put(in.readUTF(), in.readNBytes(in.readInt()));
                }
            }
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(OURS) || name.startsWith(TESTS)) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            URL url = findResource(name.replace('.', '/') + ".class");
            if (url == null && !packed.containsKey(name)) {
                throw new ClassNotFoundException(name);
            }
            try (InputStream in = url == null ? new ByteArrayInputStream(packed.get(name)) : url.openStream()) {
                byte[] bytes = in.readAllBytes();
                byte[] failingBytes = name.startsWith(SHADED) ? bytes : withFailures(bytes);
                return defineClass(name, failingBytes, 0, failingBytes.length, domain);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        @Override
        public URL getResource(String name) {
            if (name.equals(PACKED)) {
                return null; // or they would not come from here
            }
            URL url = findResource(name);
            return url != null ? url : super.getResource(name);
        }

        private static byte[] withFailures(byte[] bytes) {
            ClassReader reader = new ClassReader(bytes);
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9, writer) {
                @Override
                public MethodVisitor visitMethod(
                        int access, String name, String descriptor, String signature, String[] exceptions) {
                    return new FailingCalls(super.visitMethod(access, name, descriptor, signature, exceptions));
                }
            };
            reader.accept(visitor, 0);
            return writer.toByteArray();
        }
    }

    private static final class FailingCalls extends MethodVisitor {
        FailingCalls(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean ofInterface) {
            if (mayFail(owner, name, descriptor)) {
                super.visitLdcInsn(owner + "." + name);
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC,
                        Type.getInternalName(FailingCommands.class),
                        "reach",
                        "(Ljava/lang/String;)V",
                        false);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
        }

        private static boolean mayFail(String owner, String name, String descriptor) {
            if (owner.startsWith("io/nmt/") || owner.startsWith("[")) {
                return false;
            }
            try {
                Class<?> type = Class.forName(owner.replace('/', '.'), false, FailingCommands.class.getClassLoader());
                for (Class<?> at = type; at != null; at = at.getSuperclass()) {
                    for (Executable method :
                            name.equals("<init>") ? at.getDeclaredConstructors() : at.getDeclaredMethods()) {
                        if ((name.equals("<init>") || method.getName().equals(name))
                                && descriptorOf(method).equals(descriptor)) {
                            return Arrays.stream(method.getExceptionTypes())
                                    .anyMatch(IOException.class::isAssignableFrom);
                        }
                    }
                }
                return false;
            } catch (ClassNotFoundException e) {
                return false;
            }
        }

        private static String descriptorOf(Executable method) {
            return method instanceof Method m
                    ? Type.getMethodDescriptor(m)
                    : Type.getConstructorDescriptor((java.lang.reflect.Constructor<?>) method);
        }
    }
}
