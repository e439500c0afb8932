package io.nmt.agent.pressure;

import io.nmt.core.mappings.KernelFile;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.util.Arrays;

/**
 * Finds the cgroup whose limit the process meets first: of its own and those above, the one with the smallest.
 *
 * <p>The kernel tells the path of the cgroup in {@code /proc/self/cgroup}, and in {@code /proc/self/mountinfo} where
 * the hierarchy is mounted. In a container the path may be the one outside, which is not there: then the mount's root
 * is the container's own.
 */
public final class CgroupFinder {
    // Fields of mountinfo: proc_pid_mountinfo(5).
    private static final int ROOT = 3;
    private static final int MOUNT_POINT = 4;

    private final String root;
    private String v1Path;
    private String v2Path;
    private Mount v1Mount;
    private Mount v2Mount;

    /** What is mounted from where. */
    private record Mount(String root, String point) {}

    /**
     * Looks below a directory instead of {@code /}.
     *
     * @param root empty, or a path without a slash at its end
     */
    public CgroupFinder(String root) {
        this.root = root;
    }

    /**
     * Looks for it.
     *
     * @return null if there is no limit, or no cgroup
     */
    public Gauge find() {
        try {
            readPaths();
            readMounts();
            if (v1Path != null && v1Mount != null) {
                return smallest(v1Path, v1Mount, true);
            }
            return v2Path != null && v2Mount != null ? smallest(v2Path, v2Mount, false) : null;
        } catch (IOException e) {
            return null;
        }
    }

    /** Lines such as {@code 4:memory:/path}, and {@code 0::/path} for v2. */
    private void readPaths() throws IOException {
        try (BufferedReader in = open("/proc/self/cgroup")) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] fields = line.split(":", 3);
                if (fields.length == 3 && contains(fields[1], "memory")) {
                    v1Path = fields[2];
                } else if (fields.length == 3 && fields[1].isEmpty()) {
                    v2Path = fields[2];
                }
            }
        }
    }

    /** Lines such as {@code 35 31 0:32 /root /mount/point rw shared:1 - cgroup cgroup rw,memory}. */
    private void readMounts() throws IOException {
        try (BufferedReader in = open("/proc/self/mountinfo")) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                int separator = line.indexOf(" - ");
                String[] fields = line.split(" ");
                if (separator < 0 || fields.length <= MOUNT_POINT) {
                    continue;
                }
                String[] ofFileSystem = line.substring(separator + 3).split(" ");
                Mount mount = new Mount(unescape(fields[ROOT]), unescape(fields[MOUNT_POINT]));
                if (ofFileSystem[0].equals("cgroup2") && v2Mount == null) {
                    v2Mount = mount;
                } else if (ofFileSystem[0].equals("cgroup")
                        && v1Mount == null
                        && contains(ofFileSystem[ofFileSystem.length - 1], "memory")) {
                    v1Mount = mount;
                }
            }
        }
    }

    private BufferedReader open(String path) throws IOException {
        return KernelFile.open(root + path);
    }

    private static boolean contains(String list, String wanted) {
        return Arrays.asList(list.split(",")).contains(wanted);
    }

    /** The kernel writes a space, a tab, a line feed and a backslash as three octal digits. */
    private static String unescape(String path) {
        return path.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }

    private Gauge smallest(String path, Mount mount, boolean v1) throws IOException {
        File top = new File(root + mount.point());
        File directory = new File(root + mount.point() + below(path, mount.root()));
        if (!directory.isDirectory()) {
            directory = top;
        }
        Gauge smallest = null;
        long smallestBytes = Long.MAX_VALUE;
        while (directory != null) {
            Gauge gauge = open(directory, v1);
            long bytes = gauge == null ? Long.MAX_VALUE : gauge.limitBytes();
            if (bytes < smallestBytes) {
                close(smallest);
                smallest = gauge;
                smallestBytes = bytes;
            } else {
                close(gauge);
            }
            directory = directory.equals(top) ? null : directory.getParentFile();
        }
        return smallest;
    }

    /** What follows the mount's root; empty where the path is outside. */
    private static String below(String path, String mountRoot) {
        if (path.contains("..")) {
            return "";
        }
        if (mountRoot.equals("/")) {
            return path;
        }
        return path.startsWith(mountRoot + "/") ? path.substring(mountRoot.length()) : "";
    }

    /** The topmost has no limit, and no file for it. */
    private static Gauge open(File directory, boolean v1) {
        try {
            return v1 ? CgroupGauge.v1(directory) : CgroupGauge.v2(directory);
        } catch (IOException e) {
            return null;
        }
    }

    private static void close(Gauge gauge) throws IOException {
        if (gauge != null) {
            gauge.close();
        }
    }
}
