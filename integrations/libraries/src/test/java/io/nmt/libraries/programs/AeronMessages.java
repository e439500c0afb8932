package io.nmt.libraries.programs;

import io.aeron.Aeron;
import io.aeron.LogBuffers;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.FragmentHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.agrona.BufferUtil;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/** A media driver in the same process, and messages through its mapped logs: within the machine, and by UDP. */
public final class AeronMessages {
    private static final int TERM_BYTES = 1 << 18;
    private static final int MESSAGES = 4000;
    private static final int MOST_BYTES = 1200;
    private static final int ALIGNMENT = 64;
    private static final int FRAGMENTS = 10;

    private AeronMessages() {}

    public static void main(String[] arguments) throws Exception {
        new Rounds(arguments).run(AeronMessages::transfer);
    }

    private static String transfer(int leaks) throws Exception {
        Path directory = TemporaryFiles.create("aeron");
        MediaDriver.Context driverContext = new MediaDriver.Context()
                .aeronDirectoryName(directory.toString())
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(new BackoffIdleStrategy())
                .ipcTermBufferLength(TERM_BYTES)
                .publicationTermBufferLength(TERM_BYTES)
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true);
        String result;
        try (MediaDriver driver = MediaDriver.launchEmbedded(driverContext);
                Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
                Subscription local = aeron.addSubscription("aeron:ipc", 1);
                Publication toLocal = aeron.addPublication("aeron:ipc", 1);
                Subscription udp = aeron.addSubscription("aeron:udp?endpoint=127.0.0.1:0", 2);
                Publication toUdp = aeron.addPublication("aeron:udp?endpoint=127.0.0.1:" + port(udp), 2)) {
            result = transfer(toLocal, local) + " " + transfer(toUdp, udp);
            if (leaks == 0) {
                Figures.sayOwn("mapped pages' bytes", MappedPages.bytesBelow(directory));
                Figures.sayCollected("open");
            }
            Path log = aLog(directory);
            Figures.sayOwn("log", Files.size(log));
            for (int i = 0; i < leaks; i++) {
                Rounds.leak(new LogBuffers(log.toString()));
            }
        }
        return result;
    }

    private static int port(Subscription subscription) {
        String address = subscription.tryResolveChannelEndpointPort();
        while (address == null || address.endsWith(":0")) {
            Thread.yield();
            address = subscription.tryResolveChannelEndpointPort();
        }
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    private static Path aLog(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".logbuffer"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static String transfer(Publication publication, Subscription subscription) {
        UnsafeBuffer message = new UnsafeBuffer(BufferUtil.allocateDirectAligned(MOST_BYTES, ALIGNMENT));
        Random random = new Random(1);
        CRC32 crc = new CRC32();
        int[] received = {0};
        FragmentHandler handler = (buffer, offset, length, header) -> {
            byte[] bytes = new byte[length];
            buffer.getBytes(offset, bytes);
            crc.update(bytes);
            received[0]++;
        };
        for (int sent = 0; sent < MESSAGES; sent++) {
            byte[] bytes = new byte[1 + random.nextInt(MOST_BYTES)];
            random.nextBytes(bytes);
            message.putBytes(0, bytes);
            while (publication.offer(message, 0, bytes.length) < 0) {
                subscription.poll(handler, FRAGMENTS);
                Thread.yield();
            }
            subscription.poll(handler, FRAGMENTS);
        }
        while (received[0] < MESSAGES) {
            subscription.poll(handler, FRAGMENTS);
            Thread.yield();
        }
        return String.valueOf(crc.getValue());
    }
}
