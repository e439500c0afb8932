package io.nmt.report.reading.sources;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * Checks the room for the direct buffers that the JDK itself needs for the platform's MBean server. It reads files by
 * channels, and before JDK 25 their temporary buffers count against the limit of direct buffers. If they do not fit,
 * the server stays half made, also for the application.
 */
public final class DirectRoom {
    private static final int FIRST_JDK_WITHOUT = 25;
    private static final int LARGEST_READ_BYTES = 16 << 10;

    private DirectRoom() {}

    /**
     * Makes sure of it for the current thread: what this takes, NIO keeps for the thread's next reads.
     *
     * @return false if the server must not be made now
     * @throws UnsupportedOperationException where there is no module to make it
     */
    public static boolean isEnough() {
        if (ModuleLayer.boot().findModule("java.management").isEmpty()) {
            throw new UnsupportedOperationException(
                    "the JVM does not report its own memory: this needs HotSpot with modules java.management and "
                            + "jdk.management");
        }
        if (Runtime.version().feature() >= FIRST_JDK_WITHOUT || Servers.haveThePlatforms()) {
            return true;
        }
        try (FileChannel channel = FileChannel.open(Path.of("/proc/self/status"))) {
            return channel.read(ByteBuffer.allocate(LARGEST_READ_BYTES)) > 0;
        } catch (IOException | OutOfMemoryError e) {
            return false;
        }
    }

    /** Apart: a class that catches what java.management declares cannot be linked without it. */
    private static final class Servers {
        static boolean haveThePlatforms() {
            try {
                ObjectName runtime = new ObjectName(ManagementFactory.RUNTIME_MXBEAN_NAME);
                for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
                    if (server.isRegistered(runtime)) {
                        return true;
                    }
                }
                return false;
            } catch (MalformedObjectNameException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
