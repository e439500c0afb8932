package io.nmt.bench.soak;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Category;
import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The difference of HotSpot's native memory tracking (its line "Other") and the tracker's books, each block rounded up
 * to 8 bytes as the JVM does. It is the memory that Java code got through {@code Unsafe} before the agent, and never
 * anything else.
 *
 * @param bytes of the difference
 * @param blocks of the difference
 */
record HotSpotOther(long bytes, long blocks) {
    private static final Pattern PART =
            Pattern.compile(" Other \\(reserved=(\\d+),[^(]*\\(malloc=(\\d+) .*?#(\\d+)\\)");
    private static final int MOST_TRIES = 100;

    /** Reads both. To be called while nothing allocates; reads again if something did. */
    static HotSpotOther read(Set<Category> notByUnsafe) throws JMException {
        for (int i = 0; i < MOST_TRIES; i++) {
            long[] before = books(notByUnsafe);
            HotSpotOther other = other();
            long[] after = books(notByUnsafe);
            if (before[0] == after[0] && before[1] == after[1]) {
                return new HotSpotOther(other.bytes - after[0], other.blocks - after[1]);
            }
        }
        throw new IllegalStateException("something allocates all the time");
    }

    private static long[] books(Set<Category> notByUnsafe) {
        long[] sums = new long[2];
        NativeMemory.forEachBlock((address, bytes, category) -> {
            if (!notByUnsafe.contains(category)) {
                sums[0] += (bytes + Long.BYTES - 1) & -Long.BYTES;
                sums[1]++;
            }
        });
        return sums;
    }

    private static HotSpotOther other() throws JMException {
        String report = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "vmNativeMemory",
                        new Object[] {new String[] {"summary", "scale=B"}},
                        new String[] {String[].class.getName()});
        Matcher part = PART.matcher(report);
        if (!part.find()) {
            throw new IllegalStateException("-XX:NativeMemoryTracking=summary is missing: " + report);
        }
        return new HotSpotOther(Long.parseLong(part.group(2)), Long.parseLong(part.group(3)));
    }
}
