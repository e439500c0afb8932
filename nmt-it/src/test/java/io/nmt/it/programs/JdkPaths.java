package io.nmt.it.programs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;

/** Uses parts of the JDK that take native memory for themselves; its argument says which. */
public final class JdkPaths {
    private JdkPaths() {}

    public static void main(String[] arguments) throws Exception {
        Figures.say("begin");
        switch (arguments[0]) {
            case "channels" -> channels();
            case "files" -> files();
            case "arena" -> arena(1000, 64);
            case "odd-arena" -> arena(61, 63);
            case "incubator" -> incubator();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void channels() throws Exception {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (Selector selector = Selector.open();
                DatagramChannel datagrams = DatagramChannel.open().bind(anyPort);
                ServerSocketChannel server = ServerSocketChannel.open().bind(anyPort);
                SocketChannel client = SocketChannel.open(server.getLocalAddress());
                SocketChannel accepted = server.accept();
                var asynchronous = AsynchronousServerSocketChannel.open().bind(anyPort)) {
            datagrams.send(ByteBuffer.allocate(100), datagrams.getLocalAddress());
            datagrams.receive(ByteBuffer.allocate(100));
            client.write(new ByteBuffer[] {ByteBuffer.allocate(10), ByteBuffer.allocate(20)});
            accepted.read(ByteBuffer.allocate(30));
            client.configureBlocking(false);
            client.register(selector, SelectionKey.OP_WRITE);
            selector.select();
            Figures.say("open");
            Talk.say(asynchronous.getLocalAddress().toString());
        }
        Figures.say("closed");
    }

    private static void files() throws IOException {
        Path directory = Files.createTempDirectory("nmt");
        Path file = Files.createFile(directory.resolve("file"));
        try (WatchService watch = FileSystems.getDefault().newWatchService()) {
            directory.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            Files.copy(file, directory.resolve("copy"));
            Figures.say("open");
        } finally {
            Files.delete(directory.resolve("copy"));
            Files.delete(file);
            Files.delete(directory);
        }
    }

    /** A preview in JDK 21, there since JDK 22. */
    private static void arena(long first, long second) throws ReflectiveOperationException {
        Class<?> type = Class.forName("java.lang.foreign.Arena");
        Object arena = type.getMethod("ofConfined").invoke(null);
        Object other = type.getMethod("ofShared").invoke(null);
        type.getMethod("allocate", long.class, long.class).invoke(arena, first, 8L);
        type.getMethod("allocate", long.class, long.class).invoke(other, second, 1L);
        Figures.say("open");
        type.getMethod("close").invoke(arena);
        type.getMethod("close").invoke(other);
        Figures.say("closed");
    }

    /** JDK 17. */
    private static void incubator() throws ReflectiveOperationException {
        Class<?> type = Class.forName("jdk.incubator.foreign.ResourceScope");
        Object scope = type.getMethod("newConfinedScope").invoke(null);
        Class.forName("jdk.incubator.foreign.MemorySegment")
                .getMethod("allocateNative", long.class, type)
                .invoke(null, 1000L, scope);
        Figures.say("open");
        type.getMethod("close").invoke(scope);
        Figures.say("closed");
    }
}
