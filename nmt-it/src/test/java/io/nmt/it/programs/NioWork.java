package io.nmt.it.programs;

import com.sun.nio.file.ExtendedCopyOption;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.Random;

/**
 * I/O for which the JDK takes native memory by itself: temporary buffers, selectors, addresses, paths. Of one thread.
 */
final class NioWork implements Closeable {
    private static final int MAX_BYTES = 64 * 1024;
    private static final int LONGEST_NAME = 250;

    private final Random random;
    private final Path directory;
    private final Path file;
    private final FileChannel channel;
    private final InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    NioWork(Random random) {
        this.random = random;
        try {
            this.directory = Files.createTempDirectory("nmt");
            this.file = Files.createFile(directory.resolve("file"));
            this.channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void runOne() throws IOException {
        int dice = random.nextInt(1000);
        if (dice < 600) {
            copyHeapBuffers();
        } else if (dice < 900) {
            askFileSystem();
        } else if (dice < 950) {
            select();
        } else if (dice < 990) {
            sendDatagram();
        } else if (dice < 999) {
            copyFile();
        } else {
            watchDirectory();
        }
    }

    /** Between the heap and the file: the thread keeps the direct buffers that it needs for that. */
    private void copyHeapBuffers() throws IOException {
        switch (random.nextInt(4)) {
            case 0 -> channel.write(heapBuffer(), 0);
            case 1 -> channel.read(heapBuffer(), 0);
            case 2 -> channel.position(0).write(new ByteBuffer[] {heapBuffer(), heapBuffer(), heapBuffer()});
            default -> channel.position(0).read(new ByteBuffer[] {heapBuffer(), heapBuffer()});
        }
    }

    private ByteBuffer heapBuffer() {
        return ByteBuffer.allocate(1 + random.nextInt(MAX_BYTES));
    }

    private void askFileSystem() throws IOException {
        Path path = directory.resolve("x".repeat(1 + random.nextInt(LONGEST_NAME)));
        // Beyond 1 KiB a path does not fit what a thread keeps for paths.
        Path longPath = Path.of(directory + "/.".repeat(random.nextInt(1000)) + "/file");
        if (Files.exists(path) || !Files.exists(longPath)) {
            throw new IllegalStateException(path + " or " + longPath);
        }
        Files.getLastModifiedTime(longPath);
    }

    /** Copies the file by a thread of its own, which can be cancelled by a word in native memory. */
    private void copyFile() throws IOException {
        Path copy = directory.resolve("copy");
        Files.copy(file, copy, ExtendedCopyOption.INTERRUPTIBLE);
        Files.delete(copy);
    }

    private void watchDirectory() throws IOException {
        try (WatchService watch = FileSystems.getDefault().newWatchService()) {
            directory.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
        }
    }

    private void select() throws IOException {
        Pipe pipe = Pipe.open();
        try (Selector selector = Selector.open();
                Pipe.SinkChannel sink = pipe.sink();
                Pipe.SourceChannel source = pipe.source()) {
            source.configureBlocking(false);
            source.register(selector, SelectionKey.OP_READ);
            sink.write(ByteBuffer.allocate(1 + random.nextInt(100)));
            selector.select();
        }
    }

    private void sendDatagram() throws IOException {
        try (DatagramChannel datagrams = DatagramChannel.open().bind(anyPort)) {
            datagrams.send(ByteBuffer.allocate(1 + random.nextInt(100)), datagrams.getLocalAddress());
            datagrams.receive(ByteBuffer.allocate(100));
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
            Files.delete(file);
            Files.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
