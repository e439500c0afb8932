package io.nmt.it.programs;

import java.io.FileInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Uses up all file descriptors while the history reads its first points, and then uses classes of the JDK itself. */
public final class NoDescriptors {
    private static final long FIRST_POINTS_SECONDS = 6;

    private NoDescriptors() {}

    public static void main(String[] arguments) throws Exception {
        List<FileInputStream> open = new ArrayList<>();
        try {
            while (true) {
                open.add(new FileInputStream("/dev/null"));
            }
        } catch (IOException e) {
            TimeUnit.SECONDS.sleep(FIRST_POINTS_SECONDS);
        }
        for (FileInputStream each : open) {
            each.close();
        }
        Talk.say("virtual machine "
                + !ManagementFactory.getRuntimeMXBean().getVmName().isEmpty());
        Talk.say("zone " + !ZoneId.systemDefault().getId().isEmpty());
        Talk.await("finish");
    }
}
