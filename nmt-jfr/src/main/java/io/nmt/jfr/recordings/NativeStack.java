package io.nmt.jfr.recordings;

import io.nmt.core.malloc.MallocProfile;
import io.nmt.core.malloc.NativeFrame;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;

/**
 * A stack of native and Java frames, as async-profiler records it.
 *
 * @param site the Java frames, under the library that asked for the memory
 * @param nativeFrames the innermost first
 * @param caller the Java frame that called native code; null if there is none
 */
record NativeStack(Site site, List<NativeFrame> nativeFrames, Frame caller) {
    private static final List<String> NATIVE_TYPES = List.of("Native", "C++", "Kernel");

    // What passes a request on: the profiler's hooks, malloc, operator new, the starts of threads and of the JVM.
    private static final Pattern PASSES_ON = Pattern.compile(
            "libasyncProfiler.*|lib(stdc\\+\\+|c\\+\\+|c|pthread|dl|jli)[.-].*|ld-.*|lib(jemalloc|tcmalloc|mimalloc).*|java");

    // An extracted library's own digits, or those of a UUID.
    private static final Pattern UNIQUE =
            Pattern.compile("(x86_64|aarch_64)?[-_.]?(\\d{9,}|\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}-?)");
    private static final String UNKNOWN = "(unknown)";

    /** Of a library whose classes are in several packages, what their names begin with. */
    private static final List<String> LIBRARIES = List.of(
            "ai.onnxruntime.",
            "com.aayushatharva.brotli4j.",
            "com.github.luben.zstd.",
            "com.sun.jna.",
            "io.netty.",
            "net.jpountz.",
            "org.bytedeco.",
            "org.duckdb.",
            "org.lmdbjava.",
            "org.lwjgl.",
            "org.rocksdb.",
            "org.sqlite.",
            "org.tensorflow.",
            "org.xerial.snappy.",
            "software.amazon.awssdk.crt.");

    /** Reads a stack; null is one without frames. */
    static NativeStack of(RecordedStackTrace trace) {
        List<NativeFrame> nativeFrames = new ArrayList<>();
        List<Frame> frames = new ArrayList<>();
        if (trace != null) {
            for (RecordedFrame frame : trace.getFrames()) {
                if (!NATIVE_TYPES.contains(frame.getType())) {
                    frames.add(javaFrame(frame));
                } else if (frames.isEmpty()) {
                    nativeFrames.add(nativeFrame(frame.getMethod()));
                }
            }
        }
        String library = library(nativeFrames);
        while (!nativeFrames.isEmpty() && passesOn(nativeFrames.get(0))) {
            nativeFrames.remove(0);
        }
        Site site = new Site(0, library, frames, leading(frames), false, FreedBy.UNKNOWN);
        return new NativeStack(site, List.copyOf(nativeFrames), frames.isEmpty() ? null : frames.get(0));
    }

    private static Frame javaFrame(RecordedFrame frame) {
        String className = frame.getMethod().getType().getName();
        return new Frame(
                className,
                frame.getMethod().getName(),
                null,
                frame.getLineNumber() <= 0 ? -1 : frame.getLineNumber(),
                RecordedFrames.isOfJdk(className));
    }

    /** Without a symbol, the path of the file stands in its place; code that the JVM has made has no file. */
    private static NativeFrame nativeFrame(RecordedMethod method) {
        String file = method.getType().getName();
        String name = method.getName();
        if (!file.isEmpty()) {
            return new NativeFrame(withoutUniquePart(file), name);
        }
        return name.contains("/") || name.contains(".so")
                ? new NativeFrame(withoutUniquePart(name), "")
                : new NativeFrame(MallocProfile.JVM, name);
    }

    static String withoutUniquePart(String path) {
        String file = path.substring(path.lastIndexOf('/') + 1);
        return UNIQUE.matcher(file).replaceAll(found -> found.group(1) == null ? "" : found.group(1));
    }

    private static boolean passesOn(NativeFrame frame) {
        return PASSES_ON.matcher(frame.library()).matches();
    }

    /** The innermost that is neither the allocator nor the JVM, which libraries ask for memory, too. */
    private static String library(List<NativeFrame> frames) {
        boolean jvm = false;
        for (NativeFrame frame : frames) {
            if (frame.library().equals(MallocProfile.JVM)) {
                jvm = true;
            } else if (!passesOn(frame)) {
                return frame.library();
            }
        }
        return jvm
                ? MallocProfile.JVM
                : frames.isEmpty() ? UNKNOWN : frames.get(frames.size() - 1).library();
    }

    /**
     * The innermost outside the JDK and outside the library whose method was called. Of a library that is not known,
     * only the class of that method is taken to be the library: its package may be the application's.
     */
    private static Frame leading(List<Frame> frames) {
        if (frames.isEmpty()) {
            return null;
        }
        String own = ownOf(frames.get(0).className());
        Frame first = null;
        Frame second = null;
        for (Frame frame : frames) {
            if (frame.jdk()) {
                continue;
            }
            if (!isOf(frame.className(), own)) {
                return frame;
            }
            second = first != null && second == null ? frame : second;
            first = first == null ? frame : first;
        }
        // All is one class: what called the native method says more than that method.
        return second != null ? second : first != null ? first : frames.get(0);
    }

    private static boolean isOf(String className, String own) {
        return className.startsWith(own)
                && (own.endsWith(".") || className.length() == own.length() || className.charAt(own.length()) == '$');
    }

    /** The packages of a library that is known, or a class with those inside it. */
    private static String ownOf(String className) {
        for (String library : LIBRARIES) {
            if (className.startsWith(library)) {
                return library;
            }
        }
        int nested = className.indexOf('$');
        return nested < 0 ? className : className.substring(0, nested);
    }
}
