package io.nmt.bench.memory;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/** The memory of this JVM. */
final class JvmMemory {
    private static final Pattern RSS = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final Pattern OVERHEAD = Pattern.compile("tracking overhead=(\\d+)");

    private JvmMemory() {}

    /** The live objects: references are cleared in one collection, what they kept alive is gone after the next. */
    static long heapBytesAfterCollection() throws InterruptedException {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(50);
            least = Math.min(least, memory.getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    static long rssBytes() throws IOException {
        Matcher matcher = RSS.matcher(Files.readString(Path.of("/proc/self/status")));
        if (!matcher.find()) {
            throw new IOException("no VmRSS");
        }
        return Long.parseLong(matcher.group(1)) * 1024;
    }

    /** The overhead that HotSpot's native memory tracking states for itself; 0 if it is off. */
    static long hotSpotOverheadBytes() throws JMException {
        String report = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "vmNativeMemory",
                        new Object[] {new String[] {"summary", "scale=B"}},
                        new String[] {String[].class.getName()});
        Matcher matcher = OVERHEAD.matcher(report);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }
}
