package io.nmt.jfr.recordings;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.malloc.MallocProfile;
import io.nmt.report.malloc.NativeFrame;
import io.nmt.report.malloc.NativeFrames;
import java.util.ArrayList;
import java.util.List;
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

    private static final String UNSAFE = "jdk.internal.misc.Unsafe";

    /** The prefixes of libraries whose classes are in several packages. */
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
        Site site = site(library(nativeFrames, frames), frames);
        return new NativeStack(
                site, NativeFrames.withoutAllocator(nativeFrames), frames.isEmpty() ? null : frames.get(0));
    }

    /** The library that holds the memory; for memory that Java code gets through Unsafe, not the JVM. */
    private static String library(List<NativeFrame> nativeFrames, List<Frame> frames) {
        String library = NativeFrames.askingLibrary(nativeFrames);
        boolean unsafe = !frames.isEmpty() && frames.get(0).className().equals(UNSAFE);
        return unsafe && library.equals(MallocProfile.JVM) ? MallocProfile.UNSAFE : library;
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
            return new NativeFrame(NativeFrames.libraryOf(file), name);
        }
        return name.contains("/") || name.contains(".so")
                ? new NativeFrame(NativeFrames.libraryOf(name), "")
                : new NativeFrame(MallocProfile.JVM, name);
    }

    /** Named after the application's code outside the library; in a stack without that, as below. */
    private static Site site(String library, List<Frame> frames) {
        if (!frames.isEmpty()) {
            String own = ownOf(frames.get(0).className());
            Site site = TrackerReader.site(library, frames, className -> isOf(className, own));
            if (!site.leading().jdk() && !isOf(site.leading().className(), own)) {
                return site;
            }
        }
        return new Site(0, library, frames, leading(frames), false, FreedBy.UNKNOWN);
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
