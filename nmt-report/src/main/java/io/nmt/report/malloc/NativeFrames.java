package io.nmt.report.malloc;

import java.util.List;
import java.util.regex.Pattern;

/** Finds the native frames of a stack that asked for memory. */
public final class NativeFrames {
    private static final String PROFILER = "libasyncProfiler";

    // What passes a request on: the profiler's hooks, malloc, operator new, the starts of threads and of the JVM.
    private static final Pattern PASSES_ON = Pattern.compile(PROFILER
            + ".*|lib(stdc\\+\\+|c\\+\\+|c|pthread|dl|jli)[.-].*|ld-.*" + "|lib(jemalloc|tcmalloc|mimalloc).*|java");

    // An extracted library's own digits, or those of a UUID.
    private static final Pattern UNIQUE =
            Pattern.compile("(x86_64|aarch_64)?[-_.]?(\\d{9,}|\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12})");
    private static final String UNKNOWN = "(unknown)";

    private NativeFrames() {}

    /**
     * The name of a library.
     *
     * @param path of its file
     * @return without directories, and without digits that make the name of an extracted file unique
     */
    public static String libraryOf(String path) {
        String file = path.substring(path.lastIndexOf('/') + 1).replace(" (deleted)", "");
        return UNIQUE.matcher(file).replaceAll(found -> found.group(1) == null ? "" : found.group(1));
    }

    /**
     * The library that asked.
     *
     * @param frames the innermost first
     * @return that of the innermost frame which is neither the allocator's nor the JVM's, which libraries ask for
     *     memory, too; the JVM's if there is no other. Unknown where the profiler alone is on the stack: a native
     *     method may jump to malloc, and leave no frame
     */
    public static String askingLibrary(List<NativeFrame> frames) {
        boolean jvm = false;
        String last = UNKNOWN;
        for (NativeFrame frame : frames) {
            if (frame.library().equals(MallocProfile.JVM)) {
                jvm = true;
            } else if (!passesOn(frame)) {
                return frame.library();
            }
            last = frame.library().startsWith(PROFILER) ? last : frame.library();
        }
        return jvm ? MallocProfile.JVM : last;
    }

    /**
     * Leaves out the allocator's own.
     *
     * @param frames the innermost first
     * @return from the one that asked the allocator on
     */
    public static List<NativeFrame> withoutAllocator(List<NativeFrame> frames) {
        int first = 0;
        while (first < frames.size() && passesOn(frames.get(first))) {
            first++;
        }
        return List.copyOf(frames.subList(first, frames.size()));
    }

    private static boolean passesOn(NativeFrame frame) {
        return PASSES_ON.matcher(frame.library()).matches();
    }
}
