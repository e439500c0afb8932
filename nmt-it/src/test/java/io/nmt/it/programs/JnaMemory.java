package io.nmt.it.programs;

import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Structure;
import io.nmt.core.NativeMemory;
import io.nmt.core.Scope;
import io.nmt.core.model.Category;
import java.util.Arrays;
import java.util.Random;

/** Allocates with JNA; its argument says how. */
public final class JnaMemory {
    private static final int BLOCKS = 4000;
    private static final int SMALLEST_BYTES = 1100; // above what glibc keeps in a thread's cache
    private static final int LARGEST_BYTES = 64 * 1024;

    private JnaMemory() {}

    public static void main(String[] arguments) {
        switch (arguments[0]) {
            case "figures" -> figures();
            case "collected" -> collected();
            case "scope" -> scope();
            case "mallinfo" -> mallinfo();
            case "output" -> output();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void figures() {
        Figures.say("begin");
        Memory memory = new Memory(1000);
        long direct = Native.malloc(61);
        long other = Native.malloc(62);
        Figures.say("allocated");
        memory.close();
        Native.free(direct);
        Figures.say("some freed");
        Native.free(other);
        Native.free(0);
        Figures.say("all freed");
    }

    /** JNA's cleaner frees what is not reachable any more. */
    private static void collected() {
        Memory kept = new Memory(2000);
        Memory[] garbage = new Memory[10];
        for (int i = 0; i < garbage.length; i++) {
            garbage[i] = new Memory(1000);
        }
        Figures.say("allocated");
        Talk.say("the last has " + garbage[9].size() + " bytes");
        Arrays.fill(garbage, null);
        while (NativeMemory.snapshot().category(Category.JNA.name()).count() > 1) {
            System.gc();
            new Memory(1).close(); // JNA looks for garbage when it allocates, too
        }
        Figures.say("collected");
        kept.close();
    }

    private static void scope() {
        Scope scope = NativeMemory.scope(Category.of("Index"));
        Memory memory = new Memory(1000);
        Native.malloc(61);
        scope.close();
        Native.malloc(5);
        Figures.say("allocated");
        memory.close();
    }

    /** Tells by how much glibc's figure of bytes in use grows, and ours. */
    private static void mallinfo() {
        LibC c = Native.load("c", LibC.class);
        Random random = new Random(1);
        Memory[] blocks = new Memory[BLOCKS];
        c.mallinfo2().inUse();
        tracked();

        long glibcBefore = c.mallinfo2().inUse();
        long trackedBefore = tracked();
        for (int i = 0; i < BLOCKS; i++) {
            blocks[i] = new Memory(random.nextInt(SMALLEST_BYTES, LARGEST_BYTES));
        }
        long trackedGrowth = tracked() - trackedBefore;
        long glibcGrowth = c.mallinfo2().inUse() - glibcBefore;
        Talk.say("growth " + glibcGrowth + " " + trackedGrowth);
        for (Memory block : blocks) {
            block.close();
        }
    }

    private static long tracked() {
        return NativeMemory.snapshot().category(Category.JNA.name()).committed();
    }

    /** A program's view of JNA, the same with the agent and without. */
    private static void output() {
        LibC c = Native.load("c", LibC.class);
        try (Memory memory = new Memory(100)) {
            memory.setString(0, "native");
            Talk.say(memory.getString(0) + " " + c.strlen(memory) + " " + memory.size());
        }
        long address = Native.malloc(8);
        Talk.say(address != 0 ? "a block" : "none");
        Native.free(address);
        Native.free(0);
        Talk.say("malloc(-1): " + Native.malloc(-1));
        try {
            new Memory(0);
        } catch (IllegalArgumentException e) {
            Talk.say(e.toString());
        }
        try {
            new Memory(Long.MAX_VALUE);
        } catch (OutOfMemoryError e) {
            Talk.say(e.toString());
        }
    }

    /** A part of the C library. */
    public interface LibC extends Library {
        /** Statistics of its allocator. */
        MallInfo2 mallinfo2();

        /** Length of a string. */
        NativeLong strlen(Memory text);
    }

    /** {@code struct mallinfo2} of malloc.h. */
    @Structure.FieldOrder({
        "arena",
        "ordblks",
        "smblks",
        "hblks",
        "hblkhd",
        "usmblks",
        "fsmblks",
        "uordblks",
        "fordblks",
        "keepcost"
    })
    public static final class MallInfo2 extends Structure implements Structure.ByValue {
        public NativeLong arena;
        public NativeLong ordblks;
        public NativeLong smblks;
        public NativeLong hblks;
        public NativeLong hblkhd;
        public NativeLong usmblks;
        public NativeLong fsmblks;
        public NativeLong uordblks;
        public NativeLong fordblks;
        public NativeLong keepcost;

        /** Bytes of all blocks, those included that it mapped. */
        long inUse() {
            return uordblks.longValue() + hblkhd.longValue();
        }
    }
}
