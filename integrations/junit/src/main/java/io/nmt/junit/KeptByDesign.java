package io.nmt.junit;

import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import io.nmt.core.model.Site;
import java.util.List;

/** Memory that stays after a test without being its leak. */
final class KeptByDesign {
    /** Classes of the JDK that keep memory for later, and for what: what the names of their classes begin with. */
    private static final String[][] CACHES = {
        {"sun.nio.fs.NativeBuffers", "which the JDK keeps for calls of the file system, by thread"},
        {"jdk.internal.foreign.abi.BufferStack", "which the JDK keeps for calls of native functions, by thread"},
        {"jdk.internal.loader.", "which class loading keeps for the files that it reads"},
        {"sun.net.www.protocol.jar.", "which the JDK keeps for jars that were opened by URL"},
        {"java.net.URLClassLoader", "which class loading keeps for the files that it reads"},
    };

    private KeptByDesign() {}

    /** The reason, as the end of a sentence; null if it is none of that memory. */
    static String reason(Site site, Rules rules) {
        if (site.category().equals(Category.NATIVE_MEMORY_TRACKING.name())) {
            return "of the tracker itself";
        }
        if (site.category().equals(Category.NIO_TEMPORARY_BUFFER.name())
                && !rules.categories().contains(site.category())) {
            return "which the JDK's channels keep by thread for the next transfer";
        }
        if (site.pool()) {
            return "chunks, which a pool keeps for the next buffers";
        }
        if (site.category().equals(Category.ZIP.name()) && isOfZipFile(site.frames())) {
            return "which an open zip file or jar may keep for its next entry";
        }
        for (Frame frame : site.frames()) {
            if (frame.methodName().equals("<clinit>")) {
                return "by the static initialiser of " + frame.className() + ", which runs once";
            }
            for (String[] cache : CACHES) {
                if (frame.className().startsWith(cache[0])) {
                    return cache[1];
                }
            }
        }
        return null;
    }

    /**
     * A zip file keeps inflaters, as the class path's jars do. An inflater takes most of its memory at its first use:
     * by an entry's stream, which on a stack looks like any other {@code InflaterInputStream}.
     */
    private static boolean isOfZipFile(List<Frame> frames) {
        for (Frame frame : frames) {
            if (frame.className().startsWith("java.util.zip.ZipFile")) {
                return true;
            }
        }
        return frames.size() > 2
                && frames.get(0).methodName().equals("inflate")
                && frames.get(1).className().equals("java.util.zip.InflaterInputStream")
                && !frames.get(2).className().startsWith("java.util.zip.");
    }
}
