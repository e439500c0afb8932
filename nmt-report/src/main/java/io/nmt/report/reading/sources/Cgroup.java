package io.nmt.report.reading.sources;

import io.nmt.core.mappings.AddressSpace;
import io.nmt.core.mappings.KernelFile;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The cgroups whose limits of memory hold for a process: its own, and those above.
 *
 * <p>The kernel tells the path of the cgroup in {@code /proc/PID/cgroup}, and in {@code /proc/PID/mountinfo} where the
 * hierarchy is mounted. In a container the path may be the one outside, which is not there: then the mount's root is
 * the container's own.
 *
 * @param directories of the process's own cgroup first, of the topmost last; empty if there are none
 * @param v1 whether their files are those of version 1
 * @param unified the process's own cgroup of version 2, which has pressure stall information also where the limits are
 *     those of version 1; null if there is none
 */
public record Cgroup(List<File> directories, boolean v1, File unified) {
    private static final Cgroup NONE = new Cgroup(List.of(), false, null);

    // v1 says "none" by the largest number of whole pages.
    private static final long NO_LIMIT = 1L << 62;

    // Fields of mountinfo: proc_pid_mountinfo(5).
    private static final int ROOT = 3;
    private static final int MOUNT_POINT = 4;

    /** As they were found: copied. */
    public Cgroup {
        directories = List.copyOf(directories);
    }

    /** A directory that is mounted, and its mount point. */
    private record Mount(String root, String point) {}

    /**
     * Finds those of another process. Where the system does not tell this user what that process has mounted, the
     * mounts of this one are looked at.
     *
     * @param process its directory in {@code /proc}
     * @return without directories if there are none
     */
    public static Cgroup of(File process) {
        Cgroup cgroup = of(process, process, new File(process, "root").getPath());
        return cgroup.directories.isEmpty() ? of(process, AddressSpace.OWN, "") : cgroup;
    }

    /**
     * Finds them by the files of {@code /proc}.
     *
     * @param process the directory that has {@code cgroup}
     * @param mounted the directory that has {@code mountinfo}
     * @param root before each mount point: empty, or a path without a slash at its end
     * @return without directories if there are none
     */
    public static Cgroup of(File process, File mounted, String root) {
        try {
            String[] paths = paths(new File(process, "cgroup"));
            Mount[] mounts = mounts(new File(mounted, "mountinfo"));
            List<File> unified = paths[0] != null && mounts[0] != null ? upwards(paths[0], mounts[0], root) : List.of();
            File own = unified.isEmpty() ? null : unified.get(0);
            if (paths[1] != null && mounts[1] != null) {
                return new Cgroup(upwards(paths[1], mounts[1], root), true, own);
            }
            return own == null ? NONE : new Cgroup(unified, false, own);
        } catch (IOException e) {
            return NONE;
        }
    }

    /**
     * Reads the smallest limit.
     *
     * @return bytes; 0 if there is no limit
     */
    public long limitBytes() {
        File limiting = limiting();
        return limiting == null ? 0 : limitBytes(limiting);
    }

    /**
     * Finds the cgroup whose limit the process meets first: the one with the smallest.
     *
     * @return its directory; null if there is no limit
     */
    public File limiting() {
        File limiting = null;
        long smallest = NO_LIMIT;
        for (File directory : directories) {
            long bytes = limitBytes(directory);
            if (bytes < smallest) {
                limiting = directory;
                smallest = bytes;
            }
        }
        return limiting;
    }

    /** The topmost has no such file. */
    private long limitBytes(File directory) {
        try (SmallFile file = new SmallFile(new File(directory, CgroupReader.limitFile(v1)))) {
            file.read();
            return file.number() < 0 ? NO_LIMIT : file.number();
        } catch (IOException e) {
            return NO_LIMIT;
        }
    }

    /** The paths for v2 and for v1. Lines such as {@code 4:memory:/path}, and {@code 0::/path} for v2. */
    private static String[] paths(File cgroup) throws IOException {
        String[] paths = new String[2];
        try (BufferedReader in = KernelFile.open(cgroup.getPath())) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] fields = line.split(":", 3);
                if (fields.length == 3 && contains(fields[1], "memory")) {
                    paths[1] = fields[2];
                } else if (fields.length == 3 && fields[1].isEmpty()) {
                    paths[0] = fields[2];
                }
            }
        }
        return paths;
    }

    /**
     * The mounts of v2 and of v1. Lines such as {@code 35 31 0:32 /root /mount/point rw shared:1 - cgroup cgroup
     * rw,memory}.
     */
    private static Mount[] mounts(File mountinfo) throws IOException {
        Mount[] mounts = new Mount[2];
        try (BufferedReader in = KernelFile.open(mountinfo.getPath())) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                int separator = line.indexOf(" - ");
                String[] fields = line.split(" ");
                if (separator < 0 || fields.length <= MOUNT_POINT) {
                    continue;
                }
                String[] ofFileSystem = line.substring(separator + 3).split(" ");
                Mount mount = new Mount(unescape(fields[ROOT]), unescape(fields[MOUNT_POINT]));
                if (ofFileSystem[0].equals("cgroup2") && mounts[0] == null) {
                    mounts[0] = mount;
                } else if (ofFileSystem[0].equals("cgroup")
                        && mounts[1] == null
                        && contains(ofFileSystem[ofFileSystem.length - 1], "memory")) {
                    mounts[1] = mount;
                }
            }
        }
        return mounts;
    }

    private static boolean contains(String list, String wanted) {
        return Arrays.asList(list.split(",")).contains(wanted);
    }

    /** The kernel writes a space, a tab, a line feed and a backslash as three octal digits. */
    static String unescape(String path) {
        return path.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }

    private static List<File> upwards(String path, Mount mount, String root) {
        File top = new File(root + mount.point());
        File directory = new File(root + mount.point() + below(path, mount.root()));
        if (!directory.isDirectory()) {
            directory = top;
        }
        List<File> directories = new ArrayList<>();
        while (directory != null) {
            directories.add(directory);
            directory = directory.equals(top) ? null : directory.getParentFile();
        }
        return directories;
    }

    /** The path below the mount's root; empty where it is outside. */
    private static String below(String path, String mountRoot) {
        if (path.contains("..")) {
            return "";
        }
        if (mountRoot.equals("/")) {
            return path;
        }
        return path.startsWith(mountRoot + "/") ? path.substring(mountRoot.length()) : "";
    }
}
