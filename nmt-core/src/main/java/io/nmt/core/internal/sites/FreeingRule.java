package io.nmt.core.internal.sites;

import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import java.util.List;

/** Finds out from a call stack what will free the memory: see {@link FreedBy}. */
final class FreeingRule {
    /*
     * Told by the innermost frames, not by the category, since a rule or a scope may have given it another one.
     *
     * The stack of a segment does not show what arena it is in. But from JDK 22 on, the JDK counts the memory of
     * automatic arenas, and of no others, towards the limit of direct memory (ArenaImpl.shouldReserveMemory); before,
     * it did so for all. Files are mapped for buffers and, from JDK 21 on, for arenas by methods of one name.
     */
    private static final int JDK = Runtime.version().feature();
    private static final int MAPS_FOR_ARENAS = 21;
    private static final int RESERVES_FOR_AUTOMATIC_ARENAS = 22;

    private static final String JNA = "com.sun.jna.";

    private FreeingRule() {}

    static FreedBy of(String category, List<Frame> frames, boolean reserved, boolean unreserved) {
        return of(category, frames, reserved, unreserved, JDK);
    }

    /**
     * Not private: to be tested for every JDK.
     *
     * @param reserved whether the JDK has counted blocks of the site towards the limit of direct memory, and then had
     *     something else to say of them
     * @param unreserved whether there were others
     */
    static FreedBy of(String category, List<Frame> frames, boolean reserved, boolean unreserved, int jdk) {
        FreedBy freedBy = null;
        boolean cut = true;
        for (Frame frame : frames) {
            if (!frame.jdk() && !frame.className().startsWith(JNA)) {
                cut = false;
                break;
            }
            if (frame.className().equals("sun.nio.ch.Util")) {
                return FreedBy.PROGRAM; // buffers that the JDK keeps for each thread
            }
            if (freedBy == null) {
                freedBy = by(frame, reserved, unreserved, jdk);
            }
        }
        return freedBy != null ? freedBy : byCategory(category, cut);
    }

    /** Null if the frame does not show it. */
    private static FreedBy by(Frame frame, boolean reserved, boolean unreserved, int jdk) {
        return switch (frame.className()) {
            case "java.nio.DirectByteBuffer", "java.util.zip.Inflater", "java.util.zip.Deflater" -> FreedBy.COLLECTOR;
            case "com.sun.jna.Memory" -> frame.methodName().equals("<init>") ? FreedBy.COLLECTOR : null;
            case "sun.nio.ch.FileChannelImpl" -> frame.methodName().equals("map") ? ofMapped(jdk) : null;
            case "jdk.internal.foreign.SegmentFactories" -> ofSegment(reserved, unreserved, jdk);
            case "jdk.internal.foreign.NativeMemorySegmentImpl", "jdk.internal.foreign.MappedMemorySegmentImpl" ->
                FreedBy.UNKNOWN;
            default -> null;
        };
    }

    private static FreedBy ofMapped(int jdk) {
        return jdk < MAPS_FOR_ARENAS ? FreedBy.COLLECTOR : FreedBy.UNKNOWN;
    }

    private static FreedBy ofSegment(boolean reserved, boolean unreserved, int jdk) {
        if (jdk < RESERVES_FOR_AUTOMATIC_ARENAS || reserved == unreserved) {
            return FreedBy.UNKNOWN;
        }
        return reserved ? FreedBy.COLLECTOR : FreedBy.PROGRAM;
    }

    /**
     * If no frame shows it.
     *
     * @param cut whether frames may be missing
     */
    private static FreedBy byCategory(String category, boolean cut) {
        if (category.equals(Category.DIRECT_BUFFER.name()) || category.equals(Category.ZIP.name())) {
            return FreedBy.COLLECTOR;
        }
        boolean either =
                category.equals(Category.FOREIGN_MEMORY.name()) || category.equals(Category.MAPPED_FILE.name());
        return cut && either ? FreedBy.UNKNOWN : FreedBy.PROGRAM;
    }
}
