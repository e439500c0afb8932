package io.nmt.agent.instrument;

/**
 * The classes that hooked code calls, with slashes. By name: the boot loader has them, and only once the agent has
 * given it what they need.
 */
final class HookNames {
    static final String UNSAFE = "io/nmt/core/internal/hooks/UnsafeHooks";
    static final String MAPPING = "io/nmt/core/internal/hooks/MappingHooks";
    static final String ZIP = "io/nmt/core/internal/hooks/ZipHooks";
    static final String DIRECT_LIMIT = "io/nmt/core/internal/hooks/DirectLimitHooks";
    static final String THREAD = "io/nmt/core/internal/hooks/ThreadHooks";
    static final String LOADER = "io/nmt/core/internal/hooks/LoaderHooks";
    static final String LINKER_USE = "io/nmt/core/internal/hooks/LinkerUse";
    static final String MANAGEMENT_USE = "io/nmt/core/internal/hooks/ManagementUse";
    static final String RECORDER_USE = "io/nmt/core/internal/hooks/RecorderUse";
    static final String REFLECTION = "io/nmt/core/internal/hooks/ReflectionHooks";
    static final String LINKER = "io/nmt/core/internal/linker/LinkerHooks";
    static final String ARENA = "io/nmt/core/internal/handles/ArenaHooks";

    /**
     * The class that hooked classes of libraries call. Each class loader finds it, since it must take {@code java.*}
     * from the boot loader. In the sources it is {@code LibraryDoor}.
     */
    static final String LIBRARY = "java/lang/NmtHooks";

    static final String UNSEEN_FAILURES = "io/nmt/core/internal/tracker/UnseenFailures";

    private static final String TRACKER = "io/nmt/core/internal/";
    private static final String DOOR = "java/lang/Nmt";

    private HookNames() {}

    /** True if hooked code alone names a class, with slashes. */
    static boolean contain(String className) {
        return className.startsWith(TRACKER) || className.startsWith(DOOR);
    }
}
