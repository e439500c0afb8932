package io.nmt.core.mappings;

import io.nmt.core.model.PageKinds;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The file systems in memory, from {@code /proc/self/mountinfo}: the pages of a file there are its only copy. For this
 * library's own use. Immutable.
 */
public final class Mounts {
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "devtmpfs", "ramfs", "hugetlbfs");
    private static final int DEVICE = 2;
    private static final int MOUNT_POINT = 4;

    private final Map<String, String> typesByDevice = new HashMap<>();
    private final Map<String, String> typesByMountPoint = new HashMap<>();

    private Mounts() {}

    /**
     * Reads them.
     *
     * @return those of this moment; none where the system does not tell
     */
    public static Mounts read() {
        return read(AddressSpace.OWN);
    }

    /**
     * Reads those of any process.
     *
     * @param process its directory in {@code /proc}
     * @return those of this moment; none where the system does not tell this user
     */
    public static Mounts read(File process) {
        Mounts mounts = new Mounts();
        try (BufferedReader in = KernelFile.open(new File(process, "mountinfo").getPath())) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                mounts.add(line);
            }
        } catch (IOException e) {
            // Then names must do.
        }
        return mounts;
    }

    /** From the lines of that file. */
    static Mounts of(String... lines) {
        Mounts mounts = new Mounts();
        for (String line : lines) {
            mounts.add(line);
        }
        return mounts;
    }

    /** For example {@code 25 24 0:23 / /dev/shm rw,relatime - tmpfs tmpfs rw}. */
    private void add(String line) {
        String[] fields = line.split(" ");
        int type = 1;
        while (type < fields.length && !fields[type - 1].equals("-")) {
            type++;
        }
        if (type < fields.length && type > MOUNT_POINT) {
            String[] numbers = fields[DEVICE].split(":");
            typesByDevice.put(device(numbers[0], numbers[1]), fields[type]);
            typesByMountPoint.put(fields[MOUNT_POINT], fields[type]);
        }
    }

    /** In decimal here, in hexadecimal in {@code smaps}. */
    private static String device(String major, String minor) {
        return hex(major) + ":" + hex(minor);
    }

    private static String hex(String decimal) {
        String digits = Integer.toHexString(Integer.parseInt(decimal));
        return digits.length() < 2 ? "0".concat(digits) : digits;
    }

    /**
     * True if the pages of a region that belong to a file are shared memory: of a file system in memory, of {@code
     * memfd_create}, of {@code shmget}, or shared without any file.
     *
     * @param region any
     * @return false for anonymous memory and for files of other file systems
     */
    public boolean isSharedMemory(Region region) {
        String path = region.path();
        if (path.startsWith("/memfd:") || path.startsWith("/SYSV") || path.startsWith("[anon_shmem")) {
            return true;
        }
        if (path.startsWith("/dev/zero")) {
            return region.permissions().endsWith("s");
        }
        if (!path.startsWith("/")) {
            return false;
        }
        String type = typesByDevice.get(region.device());
        // A file system of several layers shows the device of a layer.
        return IN_MEMORY.contains(type == null ? typeByPath(path) : type);
    }

    private String typeByPath(String path) {
        for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
            String type = typesByMountPoint.get(path.substring(0, end));
            if (type != null) {
                return type;
            }
        }
        return typesByMountPoint.getOrDefault("/", "");
    }

    /**
     * The resident pages of a region.
     *
     * @param region any
     * @return bytes that add up to its resident bytes
     */
    public PageKinds kindsOf(Region region) {
        boolean ofFile = region.path().startsWith("/");
        long anonymous = ofFile ? Math.min(region.anonymousBytes(), region.residentBytes()) : region.residentBytes();
        long rest = region.residentBytes() - anonymous;
        if (rest > 0 && isSharedMemory(region)) {
            return new PageKinds(0, 0, rest, anonymous);
        }
        // An anonymous page is nearly always dirty, too.
        long dirty = Math.min(rest, Math.max(0, region.dirtyBytes() - anonymous));
        return new PageKinds(rest - dirty, dirty, 0, anonymous);
    }
}
