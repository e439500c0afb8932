package io.nmt.it.programs;

import java.lang.management.ManagementFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * HotSpot's own figures of what Java code took through {@code Unsafe}: the part "Other" of its native memory tracking,
 * which has to be on.
 *
 * @param bytes live, each block rounded up to 8
 * @param blocks live
 */
record HotSpotOther(long bytes, long blocks) {
    private static final Pattern PART =
            Pattern.compile(" Other \\(reserved=(\\d+),[^(]*\\(malloc=(\\d+) .*?#(\\d+)\\)");

    static HotSpotOther read() throws JMException {
        String report = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "vmNativeMemory",
                        new Object[] {new String[] {"summary", "scale=B"}},
                        new String[] {String[].class.getName()});
        Matcher part = PART.matcher(report);
        if (!part.find() || !part.group(1).equals(part.group(2))) {
            throw new IllegalStateException(report);
        }
        return new HotSpotOther(Long.parseLong(part.group(1)), Long.parseLong(part.group(3)));
    }
}
