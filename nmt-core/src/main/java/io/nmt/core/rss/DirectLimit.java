package io.nmt.core.rss;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** How much direct buffers may take together. */
final class DirectLimit {
    private static final String OPTION = "MaxDirectMemorySize";

    private DirectLimit() {}

    /** {@code -XX:MaxDirectMemorySize}; if it is not set, the largest size of the heap; 0 if this JVM does not tell. */
    static long bytes() {
        try {
            HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            long option = Long.parseLong(bean.getVMOption(OPTION).getValue());
            return option > 0 ? option : Runtime.getRuntime().maxMemory();
        } catch (RuntimeException | LinkageError e) {
            return 0;
        }
    }
}
