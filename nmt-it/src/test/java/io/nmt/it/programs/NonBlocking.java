package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import io.nmt.testkit.watchers.BlockingCalls;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * An event loop under BlockHound that reaches every hook: tells each blocking call on it with the agent's code on the
 * stack. Its argument is the JDK's version.
 */
public final class NonBlocking {
    private static final int MIB = 1 << 20;
    public static final int FIRST_JDK_OF_LINKER = 22;
    private static final long TOO_MUCH = 1L << 44;

    private NonBlocking() {}

    public static void main(String[] arguments) throws Exception {
        boolean linker = Integer.parseInt(arguments[0]) >= FIRST_JDK_OF_LINKER;
        BlockingCalls.install();
        Path file = Files.write(Files.createTempFile("nmt", ".bin"), new byte[1]);
        BlockingCalls.run(() -> {
            allocate(file);
            ManagementFactory.getPlatformMBeanServer();
            fail();
            if (linker) {
                link();
            }
        });
        Files.delete(file);
        Figures.say("end");
        BlockingCalls.say();
    }

    static void allocate(Path file) throws Exception {
        long address = UNSAFE.allocateMemory(1);
        UNSAFE.freeMemory(UNSAFE.reallocateMemory(address, 2));
        UNSAFE.invokeCleaner(ByteBuffer.allocateDirect(MIB));
        try (FileChannel channel = FileChannel.open(file)) {
            UNSAFE.invokeCleaner(channel.map(FileChannel.MapMode.READ_ONLY, 0, 1));
        }
        Inflater inflater = new Inflater();
        inflater.end();
        Deflater deflater = new Deflater();
        deflater.end();
        Thread thread = new Thread(() -> {});
        thread.start();
    }

    /** In all ways of which the agent makes a report. */
    static void fail() {
        try {
            UNSAFE.allocateMemory(TOO_MUCH);
        } catch (OutOfMemoryError e) {
            Talk.say("refused");
        }
        List<ByteBuffer> buffers = new ArrayList<>();
        try {
            while (true) {
                buffers.add(ByteBuffer.allocateDirect(MIB));
            }
        } catch (OutOfMemoryError e) {
            Talk.say("at the limit with " + buffers.size());
        }
    }

    private static void link() throws Throwable {
        Libc libc = new Libc("longs");
        libc.call("malloc", "P(S)", 1000L);
        Foreign.call(null, "Arena", "ofShared");
    }
}
