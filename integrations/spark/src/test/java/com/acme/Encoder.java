package com.acme;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.spark.sql.api.java.UDF1;

/**
 * A user's function with a leak, in the first executor that calls it: 1 MiB at each call, once native memory is
 * tracked. After 400 of them it waits, to be killed; or it goes on until it is, but not, once the agent has written its
 * report of memory pressure, before there is a file {@code go-on}.
 */
public final class Encoder implements UDF1<Long, Long> {
    private static final long serialVersionUID = 1;
    private static final int KEPT_BYTES = 1 << 20;
    private static final int MOST = 400;
    private static final int MILLIS_PER_BLOCK = 20;
    private static final List<ByteBuffer> KEPT = new ArrayList<>();
    private static Boolean first;

    private final String directory;
    private final boolean untilKilled;

    Encoder(String directory, boolean untilKilled) {
        this.directory = directory;
        this.untilKilled = untilKilled;
    }

    @Override
    public Long call(Long value) throws Exception {
        if (isFirst(Path.of(directory, "first-executor"))) {
            synchronized (KEPT) {
                KEPT.add(encode(value));
                if (untilKilled) {
                    goOn();
                } else if (KEPT.size() == MOST) {
                    new CountDownLatch(1).await();
                }
            }
        }
        return value;
    }

    private static ByteBuffer encode(long value) {
        return ByteBuffer.allocateDirect(KEPT_BYTES).putLong(0, value);
    }

    /** After those at a pace of 50 MiB a second, which leaves time for the report. */
    private void goOn() throws InterruptedException {
        if (KEPT.size() < MOST) {
            return;
        }
        Path report = Path.of("nmt-pressure-" + ProcessHandle.current().pid() + ".txt");
        do {
            Thread.sleep(MILLIS_PER_BLOCK);
        } while (Files.exists(report) && !Files.exists(Path.of(directory, "go-on")));
    }

    private static synchronized boolean isFirst(Path marker) throws IOException, InterruptedException {
        if (first == null) {
            while (!"active".equals(System.getProperty("io.nmt.agent.status"))) {
                Thread.sleep(10); // the plugin attaches the agent meanwhile
            }
            try {
                Files.createFile(marker);
                Files.writeString(marker, Long.toString(ProcessHandle.current().pid()));
                first = true;
            } catch (FileAlreadyExistsException e) {
                first = false;
            }
        }
        return first;
    }
}
