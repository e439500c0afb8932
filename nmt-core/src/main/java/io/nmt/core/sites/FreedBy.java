package io.nmt.core.sites;

import io.nmt.core.categories.Category;
import java.util.List;

/** Who gives back what is allocated at a call site. Only what waits for the garbage collector can be garbage unseen. */
public enum FreedBy {
    /**
     * The garbage collector, once it finds the object unreachable that the memory belongs to; also the program, if it
     * likes.
     */
    COLLECTOR("collector"),
    /** The program, and nobody else: what it forgets is never freed. */
    PROGRAM("program"),
    /** One of both: it cannot be told which. */
    UNKNOWN("unknown");

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

    private final String label;

    FreedBy(String label) {
        this.label = label;
    }

    /**
     * In one word.
     *
     * @return its name, in lower case
     */
    public String label() {
        return label;
    }

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
                return PROGRAM; // buffers that the JDK keeps for each thread
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
            case "java.nio.DirectByteBuffer", "java.util.zip.Inflater", "java.util.zip.Deflater" -> COLLECTOR;
            case "com.sun.jna.Memory" -> frame.methodName().equals("<init>") ? COLLECTOR : null;
            case "sun.nio.ch.FileChannelImpl" -> frame.methodName().equals("map") ? ofMapped(jdk) : null;
            case "jdk.internal.foreign.SegmentFactories" -> ofSegment(reserved, unreserved, jdk);
            case "jdk.internal.foreign.NativeMemorySegmentImpl", "jdk.internal.foreign.MappedMemorySegmentImpl" ->
                UNKNOWN;
            default -> null;
        };
    }

    private static FreedBy ofMapped(int jdk) {
        return jdk < MAPS_FOR_ARENAS ? COLLECTOR : UNKNOWN;
    }

    private static FreedBy ofSegment(boolean reserved, boolean unreserved, int jdk) {
        if (jdk < RESERVES_FOR_AUTOMATIC_ARENAS || reserved == unreserved) {
            return UNKNOWN;
        }
        return reserved ? COLLECTOR : PROGRAM;
    }

    /**
     * If no frame shows it.
     *
     * @param cut whether frames may be missing
     */
    private static FreedBy byCategory(String category, boolean cut) {
        if (category.equals(Category.DIRECT_BUFFER.name()) || category.equals(Category.ZIP.name())) {
            return COLLECTOR;
        }
        boolean either =
                category.equals(Category.FOREIGN_MEMORY.name()) || category.equals(Category.MAPPED_FILE.name());
        return cut && either ? UNKNOWN : PROGRAM;
    }
}
