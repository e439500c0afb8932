package io.nmt.it.programs;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Category;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Takes and gives back native memory segments in all ways; its argument says which. */
public final class ForeignMemory {
    private static final int SEGMENTS = 100;
    private static final int BYTES = 1000;
    private static final int PAGE = 4096;

    private ForeignMemory() {}

    public static void main(String[] arguments) {
        Figures.say("begin");
        switch (arguments[0]) {
            case "arenas" -> arenas();
            case "aligned" -> aligned();
            case "allocators" -> allocators();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void arenas() {
        for (Segments.Arena kind : List.of(Segments.Arena.CONFINED, Segments.Arena.SHARED)) {
            Object arena = kind.open();
            Segments.allocate(arena, BYTES, 8);
            Figures.say(kind + " open");
            Segments.close(arena);
            Figures.say(kind + " closed");
        }
        useCollectedArena();
        Segments.allocate(Segments.Arena.GLOBAL.open(), 3 * BYTES, 1);
        Figures.say("global");
        // Ends, or else the test does by its deadline.
        while (liveSegments() > 1) {
            System.gc();
        }
        Figures.say("collected");
    }

    private static void useCollectedArena() {
        Object arena = Segments.Arena.AUTO.open();
        try {
            Segments.allocate(arena, 2 * BYTES, 1);
            Figures.say("auto open");
        } finally {
            Reference.reachabilityFence(arena);
        }
    }

    private static long liveSegments() {
        return NativeMemory.snapshot().category(Category.FOREIGN_MEMORY.name()).count();
    }

    private static void aligned() {
        Object arena = Segments.Arena.CONFINED.open();
        List<Long> addresses = new ArrayList<>();
        for (int i = 0; i < SEGMENTS; i++) {
            addresses.add(Segments.address(Segments.allocate(arena, BYTES, PAGE)));
        }
        Figures.say("open");
        tellWhereTheyAre(addresses);
        Segments.close(arena);
        Figures.say("closed");
    }

    private static void tellWhereTheyAre(List<Long> addresses) {
        TreeMap<Long, Long> blocks = new TreeMap<>();
        NativeMemory.forEachBlock((address, bytes, category) -> {
            if (category == Category.FOREIGN_MEMORY) {
                blocks.put(address, bytes);
            }
        });
        int aligned = 0;
        int inside = 0;
        int atBase = 0;
        for (long address : addresses) {
            var block = blocks.floorEntry(address);
            aligned += address % PAGE == 0 ? 1 : 0;
            inside += address + BYTES <= block.getKey() + block.getValue() ? 1 : 0;
            atBase += address == block.getKey() ? 1 : 0;
        }
        Talk.say("aligned " + aligned + ", inside their blocks " + inside);
        Talk.say("at the base of their blocks: " + (atBase < SEGMENTS ? "not all" : "all"));
    }

    private static void allocators() {
        Object arena = Segments.Arena.SHARED.open();
        Object slicing = Segments.slicingAllocator(arena, 10 * BYTES);
        for (int i = 0; i < 10; i++) {
            Segments.allocateFrom(slicing, BYTES / 2, 8);
        }
        Figures.say("sliced");

        Object segment = Segments.allocate(arena, BYTES, 8);
        Object recycling = Segments.recyclingAllocator(segment);
        Segments.allocateFrom(recycling, BYTES, 1);
        Segments.allocateFrom(recycling, BYTES, 1);
        Object custom = Segments.customAllocator(segment);
        Segments.allocateFrom(custom, BYTES / 4, 1);
        Segments.allocateByDefaultMethod(custom, BYTES / 4);
        Segments.slice(segment, BYTES / 4, BYTES / 2);
        Segments.byteBuffer(segment);
        Figures.say("recycled");

        Object other = Segments.Arena.CONFINED.open();
        Segments.reinterpret(segment, BYTES / 2, other);
        Figures.say("reinterpreted");
        Segments.close(other);
        Figures.say("other closed");

        Segments.close(arena);
        Figures.say("closed");
    }
}
