package io.nmt.report.model;

/** The kinds of figures that a judgement can rest on. */
public enum Basis {
    /** Collections of the whole heap that did not free it: how many. */
    SURVIVED_COLLECTIONS,
    /** The part of a leak that came since the last of these, by its growth: bytes, or a count. It may be garbage. */
    SINCE_COLLECTION,
    /** The collector may free it, and has not looked: collections of the whole heap since it began to grow. */
    COLLECTIONS_BEFORE_IT_GREW,
    /** The same, where it is unknown whether there were collections. Its value is 0. */
    COLLECTIONS_UNKNOWN,
    /** All blocks are younger than so many nanoseconds. */
    YOUNGER_THAN_NANOS,
    /** No collection frees it, and it has not grown for long: a cache that fills grows likewise. Its value is 0. */
    MAY_BE_CACHE,
    /** The share of its growth that other judgements explain, in percent. */
    EXPLAINED_PERCENT,
    /** The growth of tracked memory and the Java heap in that time, in percent of its growth. */
    TRACKED_PERCENT,
    /** Bytes of the Java heap that were used for the first time since then. */
    HEAP_FIRST_USED_BYTES,
    /** The bytes a minute by which it grows, where the statement on that name tells of them. */
    GROWS_BY,
    /** Bytes of class metadata and compiled code that came since then, where neither is told to grow. */
    CLASSES_AND_CODE_BYTES,
    /** Bytes of files' pages that came since then: they are a part of it at the most. */
    FILE_PAGES_BYTES,
    /** Bytes that commands of ours took since then, heap and code that they touched among them: no part of the rate. */
    COMMANDS_BYTES,
    /** The number of call stacks that lead to the line. */
    STACKS,
    /** The number of subjects that are meant. */
    SUBJECTS,
    /** The milliseconds until it can be told. */
    TOLD_IN_MILLIS,
    /** The past was too short by so many milliseconds, and nothing is added to it any more. */
    MISSING_MILLIS,
    /** The agent's option {@code history=off}: lines of code are judged, and nothing else. Its value is 0. */
    HISTORY_OFF,
    /** Share of RSS, in percent. */
    RSS_PERCENT,
    /** The amount is committed: some of it may not be in memory. Its value is 0. */
    COMMITTED,
    /** Bytes that were asked for, where less is in memory. */
    ASKED_BYTES,
    /** Bytes of the same category or line that other statements have. */
    BESIDE_GROWING_BYTES,
    /** The bytes or items that it is more than at the oldest reading. */
    MORE,
    /** The age of that reading, in nanoseconds. */
    MORE_IN_NANOS,
    /** It grew until then, in milliseconds since 1970, and does not any more. */
    GREW_UNTIL_MILLIS,
    /** Lines of code that make it, each too little to be told. */
    LINES,
    /** By how much RSS of one recording is more than that of another one, in bytes; may be negative. */
    RSS_CHANGE,
    /** The part of it by another collector, its threads or its tables, in bytes; may be negative. */
    CHANGED_BY_COLLECTOR,
    /** The part of it by another archive of classes, likewise. */
    CHANGED_BY_ARCHIVE,
    /** The part of it by another version of the JDK, likewise. */
    CHANGED_BY_JDK,
    /** The part of it that other statements tell to grow within the second recording, in bytes. */
    CHANGED_BY_GROWTH,
    /** The change of the Java heap, to which a difference of the JVMs may add, likewise. */
    CHANGED_HEAP,
    /** The limit of the Java heap of the first of two JVMs, in bytes. */
    HEAP_LIMIT_BEFORE,
    /** The limit of the Java heap of the second, where it differs. */
    HEAP_LIMIT_AFTER,
    /** The share of a named call site, in percent. */
    MOST_FROM_PERCENT,
    /** No line of code of the category rose with it, of so many that samples tell of. */
    NO_LINE_ROSE,
    /** A limit with its name: bytes, or items. */
    LIMIT,
    /** The share of the limit that is used, in percent. */
    LIMIT_PERCENT,
    /** The heap may pass the container's limit, with these bytes outside it. */
    MAY_PASS_WITH_BYTES,
    /** The container's limit, in bytes. */
    CONTAINER_BYTES,
    /** The share of the container's limit that is in use, with what the kernel drops first, in percent. */
    CHARGED_PERCENT,
    /** The amount is at most so much. Its value is 0. */
    AT_MOST,
    /** The minutes until the limit is reached, at this pace. */
    FULL_IN_MINUTES,
    /** It was killed by the kernel for its memory, or another process of the container was. Its value is 0. */
    KILLED_FOR_MEMORY,
    /** Bytes of the Java heap that lived at the last collections. */
    LIVED_BYTES,
    /** The same, at most: garbage may be among them. */
    LIVED_AT_MOST_BYTES,
    /** Bytes of an old generation that no collection has covered; 0 if there was no collection at all. */
    NOT_COLLECTED_BYTES,
    /** Bytes in use beyond what lived. */
    IN_USE_MORE_BYTES,
    /** The bytes that lived more than at the oldest reading. */
    LIVED_MORE_BYTES,
    /** The age of that reading, in nanoseconds. */
    LIVED_MORE_IN_NANOS,
    /** Objects that wait for their finalizer. */
    FINALIZER_QUEUE,
    /** Bytes in huge pages; its name is the system's setting. */
    HUGE_PAGE_BYTES,
    /** Share of what a named allocator holds, in percent. */
    ALLOCATOR_PERCENT,
    /** Arenas of malloc. */
    ARENAS,
    /** Bytes by which RSS fell when malloc was trimmed. */
    TRIMMED_BYTES,
    /** The time since that trim, in nanoseconds. */
    TRIMMED_NANOS,
    /** Bytes that malloc kept free then. */
    TRIM_LEFT_BYTES,
    /** The JVM may hold it. Its value is 0. */
    MAY_BE_JVM,
    /** Java code may have allocated it before tracking began. Its value is 0. */
    MAY_BE_EARLIER,
    /** A named allocator may keep so many bytes of it after free; 0 if that is not known. */
    MAY_BE_FREE_BYTES,
    /** Native libraries that are loaded, by name. Its value is 0. */
    LIBRARIES,
    /** A named library has an allocator of its own. Its value is 0. */
    OWN_ALLOCATOR,
    /** Open native handles of a named class. */
    OPEN_HANDLES,
    /** The growth that nothing else explains, in bytes a minute: these handles may hold it. */
    MAY_HOLD_PER_MINUTE,
    /** The finding of 'native', which is so many nanoseconds old; without a name it found none. */
    PROFILE_NANOS,
    /** Pages that the kernel drops, in bytes. */
    CLEAN_BYTES,
    /** Pages of files that it must write first, in bytes. */
    CHANGED_BYTES,
    /** Shared memory, in bytes. */
    SHARED_BYTES,
    /** Private pages, in bytes. */
    PRIVATE_BYTES,
    /** Bytes in memory of deleted files that are still mapped, one of which is named. */
    DELETED_BYTES,
    /** The number of these. */
    DELETED_FILES,
    /** Their mapped bytes, where much less is in memory. */
    DELETED_MAPPED_BYTES,
    /** Bytes in memory of the largest file, which is named. */
    LARGEST_BYTES,
    /** Direct buffers that were not seen, in bytes. */
    UNSEEN_BUFFER_BYTES,
    /** Threads, or other owners that share it. */
    OWNERS,
    /** The mean of each, in bytes. */
    EACH_BYTES,
    /** The most bytes that interned strings have in the Java heap, which are not in the amount. */
    IN_HEAP_BYTES,
    /** The most bytes a minute by which these grow. */
    IN_HEAP_PER_MINUTE,
    /** Bytes of a part that is named. */
    PART_BYTES,
    /** Bytes of a part that a native library may have mapped. */
    MAY_BE_LIBRARY_BYTES,
    /** Bytes that the JVM is estimated to take beside it. */
    ESTIMATED_BYTES,
    /** The amount is an estimate. Its value is 0. */
    ESTIMATE,
    /** The JDK keeps one for each thread until that ends. Its value is 0. */
    ONE_PER_THREAD,
    /** The start of tracking, late, in milliseconds since 1970: what is older is in no figure of lines of code. */
    TRACKED_SINCE_MILLIS,
    /** Threads or class loaders among all that were seen to be started or made; the others are older than tracking. */
    SEEN,
    /** Threads of executors that wait for a task. */
    IDLE_THREADS,
    /** The number of patterns of names that threads have. */
    NAME_PATTERNS,
    /** Resident bytes of threads' stacks, an estimate by the mean of all threads. */
    STACK_BYTES,
    /** Executors that threads belong to. */
    EXECUTORS,
    /** Executors among these that were not shut down. */
    OPEN_EXECUTORS,
    /**
     * Most threads belong to executors with a limit: a pool may fill, and the value is 0. Or most are idle, so many: a
     * peak of tasks.
     */
    MAY_FILL_POOL,
    /** Committed metaspace of class loaders, in bytes: an estimate by the mean of their class. */
    METASPACE_BYTES,
    /** The part of it that is not used, in percent. */
    UNUSED_PERCENT,
    /** Class loaders that are the context class loader of named threads. */
    KEPT_AS_CONTEXT,
    /** Class loaders of which the class or task of named threads is. */
    KEPT_BY_TASK,
    /** Class loaders that thread-local variables of named threads keep. */
    KEPT_BY_THREAD_LOCAL,
    /** Class loaders that registered drivers of named classes keep. */
    KEPT_BY_DRIVER,
    /** Class loaders that named shutdown hooks keep. */
    KEPT_BY_SHUTDOWN_HOOK,
    /** Class loaders that handlers of named classes keep, which the root logger has. */
    KEPT_BY_LOG_HANDLER,
    /** Class loaders that registered security providers of named classes keep. */
    KEPT_BY_PROVIDER,
    /** Class loaders that registered MBeans of named classes keep. */
    KEPT_BY_BEAN,
    /** Class loaders that a named static field keeps. */
    KEPT_BY_STATIC_FIELD,
    /** A named setting for the next start that makes it less. Its value is 0. */
    REMEDY,
    /** A named setting for the next start that tells more. Its value is 0. */
    TOLD_WITH,
    /** A named tool, as it is typed, that names the line of code. Its value is 0. */
    LINE_TOLD_BY
}
