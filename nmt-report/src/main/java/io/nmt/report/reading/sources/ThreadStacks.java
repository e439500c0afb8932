package io.nmt.report.reading.sources;

import io.nmt.core.mappings.AddressSpace;
import io.nmt.core.mappings.PageMap;
import io.nmt.core.mappings.Region;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The stacks of threads: as glibc knows them, of all threads ({@link PosixThreads}). For others, the system tells the
 * stack pointer of a waiting thread: its stack is the region around that, up to a block with its own mapping that
 * malloc was given right above it, which the system joins with it. Some stacks of running threads are found by their
 * likeness to the others: a guard below, the same size.
 */
public final class ThreadStacks {
    private static final String PRIMORDIAL = "[stack]";
    private static final long LARGEST_GUARD_BYTES = 256L << 10;
    private static final int MOST_LINE_BYTES = 256;
    private static final int MOST_TRIES = 16;
    private static final int MANY_ALIKE = 3;

    private final byte[] text = new byte[MOST_LINE_BYTES];
    private final Map<Long, ThreadStack> byStart = new HashMap<>();
    private final Set<Long> sizes = new HashSet<>();
    private final File tasks;
    private final AddressSpace space;
    private final MallocHeaps heaps;
    private final PageMap pages;
    private final ProcessMemory memory;
    private int threads;
    private int unknown;

    private ThreadStacks(File tasks, AddressSpace space, MallocHeaps heaps, PageMap pages, ProcessMemory memory) {
        this.tasks = tasks;
        this.space = space;
        this.heaps = heaps;
        this.pages = pages;
        this.memory = memory;
    }

    /**
     * Finds them.
     *
     * @param process its directory in {@code /proc}
     * @param pages of it; null where the system does not tell this user
     */
    public static ThreadStacks find(
            File process, AddressSpace space, MallocHeaps heaps, PageMap pages, ProcessMemory memory) {
        ThreadStacks stacks = new ThreadStacks(new File(process, "task"), space, heaps, pages, memory);
        String[] tasks = stacks.tasks.list();
        stacks.find(tasks == null ? new String[0] : tasks);
        return stacks;
    }

    private void find(String[] all) {
        PosixThreads known = new PosixThreads(memory);
        List<String> running = new ArrayList<>();
        int tries = 0;
        threads = all.length;
        for (String task : all) {
            if (take(known, task)) {
                continue;
            }
            long pointer = stackPointer(task);
            Region region = pointer == 0 ? null : space.at(pointer);
            if (region == null) {
                running.add(task);
            } else if (!region.path().equals(PRIMORDIAL) && region.path().isEmpty()) {
                long end = heaps.firstMappedBlock(pointer, region, pages, memory);
                boolean found = tries++ < MOST_TRIES && known.findFrom(Integer.parseInt(task), end);
                if (!found || !take(known, task)) {
                    add(new ThreadStack(region.start(), end));
                }
            }
        }
        // Those that were asked before the first one was found, and ran.
        running.removeIf(task -> take(known, task) || !new File(tasks, task).exists());
        if (sizes.isEmpty() && !running.isEmpty()) {
            addUsualSizes();
            // The first thread has its stack where the system says so.
            running.remove(0);
        }
        if (!running.isEmpty()) {
            unknown = running.size() - addAlike(running.size());
        }
    }

    private boolean take(PosixThreads known, String task) {
        ThreadStack stack = known.stacks().get(Integer.parseInt(task));
        if (stack == null) {
            return false;
        }
        add(stack);
        return true;
    }

    private void add(ThreadStack stack) {
        byStart.put(stack.start(), stack);
        sizes.add(stack.end() - stack.start());
    }

    /** Returns how many it has found. */
    private int addAlike(int most) {
        int added = 0;
        Region before = null;
        for (Region region : space.regions()) {
            if (isGuarded(region, before)
                    && added < most
                    && (sizes.contains(region.bytes()) || sizes.contains(region.bytes() + before.bytes()))
                    && !isKnown(region)
                    && byStart.putIfAbsent(region.start(), new ThreadStack(region.start(), region.end())) == null) {
                added++;
            }
            before = region;
        }
        return added;
    }

    /** The lengths that many guarded regions have; for a process whose threads are not found. */
    private void addUsualSizes() {
        Map<Long, Integer> counts = new HashMap<>();
        Region before = null;
        for (Region region : space.regions()) {
            if (isGuarded(region, before)) {
                counts.merge(before.bytes() + region.bytes(), 1, Integer::sum);
            }
            before = region;
        }
        counts.forEach((bytes, count) -> {
            if (count >= MANY_ALIKE) {
                sizes.add(bytes);
            }
        });
    }

    private static boolean isGuarded(Region region, Region before) {
        return before != null
                && before.end() == region.start()
                && before.permissions().equals("---p")
                && before.bytes() <= LARGEST_GUARD_BYTES
                && MallocHeaps.isPrivateAnonymous(region);
    }

    private boolean isKnown(Region region) {
        for (ThreadStack stack : byStart.values()) {
            if (region.start() < stack.end() && region.end() > stack.start()) {
                return true;
            }
        }
        return false;
    }

    /** 0 if it runs, has ended, or the system does not tell. */
    private long stackPointer(String task) {
        File syscall = new File(tasks, task + "/syscall");
        if (!syscall.exists()) {
            return 0; // it has ended; to open the file would throw, and a debugger stop
        }
        try (FileInputStream in = new FileInputStream(syscall)) {
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
    public int threads() {
        return threads;
    }

    /** Those of which it is not known where their stacks are: what these have is elsewhere. */
    public int unknown() {
        return unknown;
    }

    /** Those found. */
    public Iterable<ThreadStack> stacks() {
        return byStart.values();
    }
}
