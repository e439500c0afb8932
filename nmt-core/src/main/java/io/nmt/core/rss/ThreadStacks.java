package io.nmt.core.rss;

import io.nmt.core.mappings.AddressSpace;
import io.nmt.core.mappings.AddressSpace.Region;
import io.nmt.core.mappings.PageMap;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Where the threads' stacks are: the regions into which stack pointers point. The system tells the stack pointer of a thread
 * that waits; the stacks of those that run are found by their likeness to the others: a guard below, the same size. A block
 * with its own mapping that malloc was given right above a stack is in one region with it, and is told by its begin.
 */
final class ThreadStacks {
    private static final String TASKS = "/proc/self/task";
    private static final String PRIMORDIAL = "[stack]";
    private static final long LARGEST_GUARD = 256L << 10;
    private static final int LONGEST_LINE = 256;

    private final byte[] text = new byte[LONGEST_LINE];
    private final Map<Long, Stack> byStart = new LinkedHashMap<>();
    private int threads;

    private ThreadStacks() {}

    /** From above the guard, which is the lower end, up to {@code end}. */
    record Stack(long start, long end) {}

    static ThreadStacks find(AddressSpace space, MallocHeaps heaps, PageMap pages, ProcessMemory memory) {
        ThreadStacks stacks = new ThreadStacks();
        Set<Long> sizes = new HashSet<>();
        int running = 0;
        String[] tasks = new File(TASKS).list();
        for (String task : tasks == null ? new String[0] : tasks) {
            stacks.threads++;
            long pointer = stacks.stackPointer(task);
            Region region = pointer == 0 ? null : space.at(pointer);
            if (region == null) {
                running++;
            } else if (!region.path().equals(PRIMORDIAL) && region.path().isEmpty()) {
                long end = heaps.firstMappedBlock(pointer, region, pages, memory);
                stacks.byStart.put(region.start(), new Stack(region.start(), end));
                sizes.add(end - region.start());
            }
        }
        if (running > 0) {
            stacks.addAlike(space, sizes, running);
        }
        return stacks;
    }

    private void addAlike(AddressSpace space, Set<Long> sizes, int most) {
        int added = 0;
        Region before = null;
        for (Region region : space.regions()) {
            boolean guarded = before != null
                    && before.end() == region.start()
                    && before.permissions().equals("---p")
                    && before.bytes() <= LARGEST_GUARD;
            if (guarded
                    && added < most
                    && MallocHeaps.isPrivateAnonymous(region)
                    && sizes.contains(region.bytes())
                    && byStart.putIfAbsent(region.start(), new Stack(region.start(), region.end())) == null) {
                added++;
            }
            before = region;
        }
    }

    /** 0 if it runs, has ended, or the system does not tell. */
    private long stackPointer(String task) {
        try (FileInputStream in = new FileInputStream(TASKS + "/" + task + "/syscall")) {
            int length = in.read(text);
            if (length <= 0 || text[0] == 'r') { // "running"
                return 0;
            }
            String[] fields = new String(text, 0, length, StandardCharsets.US_ASCII)
                    .trim()
                    .split(" ");
            return fields.length < 3 ? 0 : Long.parseUnsignedLong(fields[fields.length - 2].substring(2), 16);
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    /** All threads, those of the JVM included. */
    int threads() {
        return threads;
    }

    /** Those found. */
    Iterable<Stack> stacks() {
        return byStart.values();
    }
}
