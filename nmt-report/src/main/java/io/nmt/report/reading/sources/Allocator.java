package io.nmt.report.reading.sources;

import io.nmt.core.mappings.AddressSpace;
import io.nmt.core.mappings.Region;
import io.nmt.core.reader.JdkInside;
import io.nmt.report.model.MallocUsage;
import java.io.File;
import java.util.Arrays;
import java.util.List;

/**
 * The malloc of this process, by the library that has the function of that name.
 *
 * @param name as people know it
 * @param library its path
 */
public record Allocator(String name, String library) {
    public static final String GLIBC = "glibc";

    /** The name where it cannot be told. */
    public static final String UNKNOWN_NAME = "unknown";

    private static final long UNKNOWN = 0;
    private static final String PRELOAD = "LD_PRELOAD";

    private static final List<String> OTHERS = List.of("jemalloc", "mimalloc", "tcmalloc");

    /** The one whose malloc the process calls, which need not be that of every library of such a name. */
    public static Allocator of(AddressSpace space) {
        return of(space, addressOfMalloc(), System.getenv(PRELOAD));
    }

    /**
     * The one that another process seems to call: a library of such a name that its environment preloads.
     *
     * @param space of that process
     * @param process its directory in {@code /proc}
     */
    public static Allocator of(AddressSpace space, File process) {
        return of(space, UNKNOWN, variable(process, PRELOAD));
    }

    /**
     * A variable of a process's environment, as it was at its start.
     *
     * @param process its directory in {@code /proc}
     * @param name of the variable
     * @return empty if it is not set, or the system does not tell this user
     */
    public static String variable(File process, String name) {
        String begin = name + "=";
        return Arrays.stream(SmallFile.text(new File(process, "environ")).split("\0"))
                .filter(variable -> variable.startsWith(begin))
                .map(variable -> variable.substring(begin.length()))
                .findFirst()
                .orElse("");
    }

    private static Allocator of(AddressSpace space, long malloc, String preloaded) {
        Allocator found = new Allocator(GLIBC, "");
        for (Region region : space.regions()) {
            boolean called = malloc == UNKNOWN
                    ? isPreloaded(region.path(), preloaded)
                    : region.start() <= malloc && malloc < region.end();
            for (String other : OTHERS) {
                if (called && fileOf(region.path()).startsWith("lib" + other)) {
                    return new Allocator(other, region.path());
                }
            }
            if (fileOf(region.path()).startsWith("ld-musl-")
                    || fileOf(region.path()).startsWith("libc.musl-")) {
                found = new Allocator("musl", region.path());
            }
        }
        return found;
    }

    private static long addressOfMalloc() {
        try {
            long address = JdkInside.symbol("malloc");
            return address == 0 ? UNKNOWN : address;
        } catch (ReflectiveOperationException | LinkageError e) {
            return UNKNOWN;
        }
    }

    private static boolean isPreloaded(String path, String preloaded) {
        return preloaded != null && !path.isEmpty() && preloaded.contains(withoutVersion(fileOf(path)));
    }

    private static String fileOf(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** The name without a version: a mapped file is often a link's target, with another version in its name. */
    private static String withoutVersion(String file) {
        int end = file.indexOf(".so");
        return end < 0 ? file : file.substring(0, end);
    }

    public boolean isGlibc() {
        return name.equals(GLIBC);
    }

    /** Its own figures, null if it has none that can be had; glibc's are {@link GlibcMalloc#read}. */
    public MallocUsage usage() {
        return switch (name) {
            case "jemalloc" -> Jemalloc.read(library);
            case "tcmalloc" -> Tcmalloc.read(library);
            default -> null;
        };
    }
}
