package io.nmt.others.programs;

import com.sun.jna.Native;
import com.sun.net.httpserver.HttpServer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import sun.misc.Unsafe;

/**
 * An application that holds known amounts of native memory and says what the JVM and the agent count of them. It reads
 * commands from stdin; each of its own lines begins with {@code app: }, as another agent may write to stdout, too.
 */
public final class Held {
    /** Blocks of {@code sun.misc.Unsafe} that one {@code hold} takes, and the bytes of each. */
    public static final int UNSAFE_BLOCKS = 100;

    public static final int UNSAFE_BYTES = 10_000;

    /** Blocks of JNA that one {@code hold} takes, and the bytes of each. */
    public static final int JNA_BLOCKS = 20;

    public static final int JNA_BYTES = 1_000;

    /** Buffers of Netty's pool that one {@code hold} takes, and the bytes of each. */
    public static final int POOLED_BUFFERS = 20;

    public static final int POOLED_BYTES = 1_024;

    private static final int DIRECT_BUFFERS = 50;
    private static final int DIRECT_BYTES = 65_536;
    private static final int CHURN = 10_000;
    private static final int MOST_TRIES = 1_000;
    private static final Unsafe UNSAFE = unsafe();

    private final List<Long> unsafeBlocks = new ArrayList<>();
    private final List<Long> jnaBlocks = new ArrayList<>();
    private final List<ByteBuffer> buffers = new ArrayList<>();
    private final List<ByteBuf> pooled = new ArrayList<>();

    private Held() {}

    /** Obeys {@code hold}, {@code free}, {@code request}, {@code figures}, {@link Proof}'s names and {@code end}. */
    public static void main(String[] arguments) throws Exception {
        Held held = new Held();
        say("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null && !line.equals("end"); line = in.readLine()) {
            switch (line) {
                case "hold" -> held.hold();
                case "free" -> held.free();
                case "request" -> request();
                case "figures" -> figures();
                default -> Proof.of(line);
            }
        }
        say("ended");
        System.exit(0); // agents may have started threads that are no daemons
    }

    private void hold() {
        for (int i = 0; i < UNSAFE_BLOCKS; i++) {
            unsafeBlocks.add(UNSAFE.allocateMemory(UNSAFE_BYTES));
        }
        for (int i = 0; i < JNA_BLOCKS; i++) {
            jnaBlocks.add(Native.malloc(JNA_BYTES));
        }
        for (int i = 0; i < DIRECT_BUFFERS; i++) {
            buffers.add(ByteBuffer.allocateDirect(DIRECT_BYTES));
        }
        for (int i = 0; i < POOLED_BUFFERS; i++) {
            pooled.add(PooledByteBufAllocator.DEFAULT.directBuffer(POOLED_BYTES));
        }
        for (int i = 0; i < CHURN; i++) {
            UNSAFE.freeMemory(UNSAFE.reallocateMemory(UNSAFE.allocateMemory(i + 1), 2L * i + 1));
        }
        say("held");
    }

    private void free() {
        unsafeBlocks.forEach(UNSAFE::freeMemory);
        unsafeBlocks.clear();
        jnaBlocks.forEach(Native::free);
        jnaBlocks.clear();
        pooled.forEach(ByteBuf::release);
        pooled.clear();
        say("freed");
    }

    /** Something for tracers to trace. */
    private static void request() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/hello", exchange -> {
            byte[] body = "hello".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hello")
                        .toURL()
                        .openConnection();
        String answer = new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        server.stop(0);
        say("answer " + answer);
    }

    /** Reads both until the JVM's figure is the same before and after ours: other agents' threads allocate as well. */
    private static void figures() throws Exception {
        String line = "";
        for (int i = 0; i < MOST_TRIES; i++) {
            String before = pool();
            String ours = ours();
            line = "pool=" + before + ours + " jdk=" + Runtime.version().feature();
            if (before.equals(pool())) {
                break;
            }
        }
        say("figures " + line);
    }

    private static String pool() {
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            if (pool.getName().equals("direct")) {
                return pool.getMemoryUsed() + "/" + pool.getCount();
            }
        }
        throw new IllegalStateException("no pool of direct buffers");
    }

    private static String ours() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        StringJoiner line = new StringJoiner("");
        for (String category : List.of("Direct Buffer", "NIO Temporary Buffer", "Foreign Memory", "Unsafe", "JNA")) {
            ObjectName name = new ObjectName("io.nmt:type=NativeMemory,category=" + category);
            String figures = server.isRegistered(name)
                    ? server.getAttribute(name, "Committed") + "/" + server.getAttribute(name, "Count")
                    : "none";
            line.add(" " + category.replace(" ", "") + "=" + figures);
        }
        return line.toString();
    }

    private static void say(String line) {
        System.out.println("app: " + line);
    }

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
