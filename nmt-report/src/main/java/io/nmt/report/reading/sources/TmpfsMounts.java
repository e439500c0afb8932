package io.nmt.report.reading.sources;

import io.nmt.core.mappings.KernelFile;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;

/** Finds the file system in memory that has most in it, of those that a process sees. */
final class TmpfsMounts {
    private static final int MOUNT_POINT = 4; // field of mountinfo: proc_pid_mountinfo(5)
    private static final int MOST_MOUNTS = 50;

    private TmpfsMounts() {}

    /**
     * The one with most bytes.
     *
     * @param path where it is mounted; empty if there is none
     * @param bytes in use
     */
    record Largest(String path, long bytes) {}

    static Largest largest(File process) {
        Largest largest = new Largest("", 0);
        String root = process.getName().equals("self") ? "" : new File(process, "root").getPath();
        try (BufferedReader in = KernelFile.open(new File(process, "mountinfo").getPath())) {
            int mounts = 0;
            for (String line = in.readLine(); line != null && mounts < MOST_MOUNTS; line = in.readLine()) {
                String[] fields = line.split(" ");
                if (line.contains(" - tmpfs ") && fields.length > MOUNT_POINT) {
                    mounts++;
                    String path = Cgroup.unescape(fields[MOUNT_POINT]);
                    File place = new File(root.concat(path));
                    long bytes = place.getTotalSpace() - place.getFreeSpace();
                    largest = bytes > largest.bytes ? new Largest(path, bytes) : largest;
                }
            }
        } catch (IOException | SecurityException e) {
            return largest; // what was found so far
        }
        return largest;
    }
}
