import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/**
 * Bytes of direct buffers: the JVM's own count and ours, read in the process. It is an agent of this comparison, loaded
 * late, since Open Liberty refuses JMX.
 *
 * @param ours -1 where our agent is not there
 */
record DirectBuffers(long jvm, long ours) {
    private static final int MOST_READINGS = 10_000;

    /** In the server: writes both to the file that is named. */
    public static void agentmain(String file) throws Exception {
        Files.writeString(Path.of(file), read());
    }

    /** Reads until the JVM's figure is the same before and after ours: the server's threads allocate as well. */
    private static String read() throws Exception {
        long ours = 0;
        long before = jvmBytes();
        for (int i = 0; i < MOST_READINGS; i++) {
            ours = ourBytes();
            long after = jvmBytes();
            if (before == after) {
                break;
            }
            before = after;
        }
        return before + " " + ours;
    }

    private static long jvmBytes() {
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            if (pool.getName().equals("direct")) {
                return pool.getMemoryUsed();
            }
        }
        return -1;
    }

    private static long ourBytes() throws Exception {
        Class<?> library;
        try {
            library = Class.forName("io.nmt.core.NativeMemory", true, null);
        } catch (ClassNotFoundException e) {
            return -1;
        }
        Object snapshot = library.getMethod("snapshot").invoke(null);
        long bytes = committed(snapshot, "Direct Buffer");
        // before JDK 24 temporary buffers are direct buffers
        return Runtime.version().feature() < 24 ? bytes + committed(snapshot, "NIO Temporary Buffer") : bytes;
    }

    private static long committed(Object snapshot, String category) throws Exception {
        Object usage =
                snapshot.getClass().getMethod("category", String.class).invoke(snapshot, category);
        return (long) usage.getClass().getMethod("committed").invoke(usage);
    }

    /** In the comparison. */
    static DirectBuffers of(long pid, Path directory) throws Exception {
        Path answer = Files.createTempFile(directory, "buffers", "");
        Path agent = directory.resolve("buffers.jar");
        if (!Files.exists(agent)) {
            pack(agent);
        }
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
        try {
            jvm.loadAgent(agent.toString(), answer.toString());
        } finally {
            jvm.detach();
        }
        String[] both = Files.readString(answer).split(" ");
        Files.delete(answer);
        return new DirectBuffers(Long.parseLong(both[0]), Long.parseLong(both[1]));
    }

    private static void pack(Path agent) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Agent-Class", DirectBuffers.class.getName());
        String file = DirectBuffers.class.getName() + ".class";
        try (OutputStream out = Files.newOutputStream(agent);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            jar.putNextEntry(new ZipEntry(file));
            DirectBuffers.class.getResourceAsStream(file).transferTo(jar);
        }
    }
}
