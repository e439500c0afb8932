package io.nmt.agent;

import io.nmt.channel.AgentStatus;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URISyntaxException;

/** Shows the command that lists JVMs that this one is tracked. Without it, that does not know. */
final class JarMark {
    // Never closed: see AgentStatus.MARK_POSITION.
    private static RandomAccessFile mark;

    private JarMark() {}

    static void set() {
        try {
            mark = new RandomAccessFile(BootClasses.ownJar(), "r");
            mark.seek(AgentStatus.MARK_POSITION);
        } catch (IOException | URISyntaxException e) {
            // No file descriptors left, or a file system whose files cannot be so long.
        }
    }
}
