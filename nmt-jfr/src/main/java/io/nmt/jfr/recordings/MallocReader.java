package io.nmt.jfr.recordings;

import io.nmt.core.model.Scale;
import io.nmt.report.malloc.MallocProfile;
import io.nmt.report.malloc.MallocStack;
import io.nmt.report.malloc.MallocSum;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * Reads what async-profiler has recorded of malloc ({@code profiler.Malloc}, of samples, and {@code profiler.Free}, of
 * every free). Files are read twice, since a free may come before its malloc in them, and only those of samples are
 * kept. Not thread-safe.
 */
public final class MallocReader {
    private static final String MALLOC = "profiler.Malloc";
    private static final String FREE = "profiler.Free";
    private static final String SETTING = "jdk.ActiveSetting";
    private static final List<String> ZIP = List.of("java.util.zip.Inflater", "java.util.zip.Deflater");

    private final LongPredicate tracked; // null where there is no tracker to ask
    private final Instant from;
    private final Instant until;
    private final double lostShare;

    private final Map<NativeStack, Sum> sums = new LinkedHashMap<>();
    private final Map<Long, Sample> last = new HashMap<>();
    private final List<Sample> all = new ArrayList<>();
    private final IdentityHashMap<RecordedStackTrace, NativeStack> stacks = new IdentityHashMap<>();
    private long intervalBytes;
    private Instant begin = Instant.MAX;
    private Instant end = Instant.MIN;
    private long frees;
    private boolean cutOff;
    private long events; // that were read once and not yet again

    private static final class Sample {
        private final NativeStack stack;
        private final long address;
        private final long bytes;
        private final Instant time;
        private boolean freed; // a free was recorded
        private boolean replaced; // its address was malloced again

        Sample(NativeStack stack, long address, long bytes, Instant time) {
            this.stack = stack;
            this.address = address;
            this.bytes = bytes;
            this.time = time;
        }
    }

    /** The sum of one stack's blocks, tracked or untracked. */
    private static final class Sum {
        private double live;
        private double allocated;
        private double freed;
        private double onlyReplaced;
        private double liveBlocks;
        private double variance;
        private double squares;
        private long samples;
    }

    private MallocReader(Instant from, Instant until, LongPredicate tracked, double lostShare) {
        this.from = from;
        this.tracked = tracked;
        this.until = until;
        this.lostShare = lostShare;
    }

    /**
     * True if recordings have such events.
     *
     * @param files to be looked at
     * @return true if one of them can have some
     * @throws IOException if one cannot be read
     */
    public static boolean isIn(List<Path> files) throws IOException {
        return EventTypes.mayBeIn(files, MALLOC);
    }

    /**
     * Reads recordings that another program has had made.
     *
     * @param files of one process
     * @return what was malloced and not freed
     * @throws IOException if one cannot be read
     */
    public static MallocProfile read(List<Path> files) throws IOException {
        return new MallocReader(Instant.MIN, Instant.MAX, null, -1).profile(files);
    }

    /**
     * Reads a recording beside what the tracker knows.
     *
     * @param file of async-profiler
     * @param from what was malloced earlier is left out
     * @param until what was malloced later is left out; what was freed later is not counted either
     * @param tracked whether a block of that address was tracked at the end of this time, and until the recording ended
     * @param lostShare of samples and frees that the profiler had to drop
     * @return what was malloced and not freed
     * @throws IOException if it cannot be read
     */
    public static MallocProfile read(Path file, Instant from, Instant until, LongPredicate tracked, double lostShare)
            throws IOException {
        return new MallocReader(from, until, tracked, lostShare).profile(List.of(file));
    }

    private MallocProfile profile(List<Path> files) throws IOException {
        for (Path file : files) {
            forEach(file, this::malloced);
            stacks.clear();
        }
        for (Path file : files) {
            forEach(file, this::freed);
        }
        if (events != 0) {
            throw new RecordingException(files.get(0), "has changed while it was read");
        }
        List<MallocStack> untrackedStacks = new ArrayList<>();
        List<MallocStack> trackedStacks = new ArrayList<>();
        Map<NativeStack, Sum> ofTracked = new LinkedHashMap<>();
        for (Sample sample : all) {
            boolean isTracked = isTracked(sample);
            Map<NativeStack, Sum> into = isTracked ? ofTracked : sums;
            add(sample, into.computeIfAbsent(sample.stack, stack -> new Sum()));
        }
        sums.forEach((stack, sum) -> untrackedStacks.add(result(stack, sum)));
        ofTracked.forEach((stack, sum) -> trackedStacks.add(result(stack, sum)));
        MallocSum known = tracked == null ? null : MallocProfile.tracked(trackedStacks);
        Instant first = begin.isBefore(from) ? from : begin;
        Instant last = end.isAfter(until) ? until : end;
        return new MallocProfile(
                first.isAfter(last) ? last : first,
                last,
                intervalBytes,
                all.size(),
                frees,
                lostShare,
                cutOff,
                false,
                untrackedStacks,
                known);
    }

    /** As far as a file of another program can be read: its last chunk may not be complete. */
    private void forEach(Path file, Consumer<RecordedEvent> action) throws IOException {
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                action.accept(recording.readEvent());
            }
        } catch (IOException | RuntimeException e) {
            cutOff = true;
            if (all.isEmpty() || tracked != null) {
                throw new RecordingException(file, RecordingFiles.DAMAGED);
            }
        }
    }

    private void malloced(RecordedEvent event) {
        events++;
        Instant time = event.getStartTime();
        begin = time.isBefore(begin) ? time : begin;
        end = time.isAfter(end) ? time : end;
        String type = event.getEventType().getName();
        if (type.equals(SETTING) && "nativemem".equals(event.getString("name"))) {
            intervalBytes = Math.max(intervalBytes, interval(event.getString("value")));
        } else if (type.equals(MALLOC) && !time.isBefore(from) && !time.isAfter(until)) {
            NativeStack stack = stacks.computeIfAbsent(event.getStackTrace(), NativeStack::of);
            Sample sample = new Sample(stack, event.getLong("address"), event.getLong("size"), time);
            all.add(sample);
            Sample before = last.put(sample.address, sample);
            if (before != null) {
                // An address is malloced again only after it was freed.
                boolean later = before.time.isAfter(time);
                (later ? sample : before).replaced = true;
                last.put(sample.address, later ? before : sample);
            }
        }
    }

    /** As the option is written: bytes, with a unit; each block if there is no number. */
    static long interval(String value) {
        if (value == null || value.isEmpty()) {
            return 0;
        }
        String unit =
                value.matches("\\d+[kKmMgG]") ? value.toUpperCase(Locale.ROOT).concat("B") : value;
        return Math.max(0, Scale.parse(unit));
    }

    private void freed(RecordedEvent event) {
        events--;
        if (event.getEventType().getName().equals(FREE)) {
            frees++;
            Sample sample = last.get(event.getLong("address"));
            if (sample != null && !event.getStartTime().isBefore(sample.time)) {
                sample.freed = true;
            }
        }
    }

    /** True if the tracker knows the block; of zip streams it has estimates, and not the address of each block. */
    private boolean isTracked(Sample sample) {
        if (tracked == null) {
            return false;
        }
        boolean zip = sample.stack.caller() != null
                && ZIP.contains(sample.stack.caller().className());
        return zip || tracked.test(sample.address);
    }

    /** A sample stands for as many bytes as lie between two, or for itself if it is larger. */
    private void add(Sample sample, Sum sum) {
        double weight = (double) Math.max(sample.bytes, intervalBytes);
        double count = sample.bytes == 0 ? 1 : weight / sample.bytes;
        sum.allocated += weight;
        sum.squares += weight * weight;
        if (sample.freed) {
            sum.freed += weight;
        } else if (sample.replaced) {
            sum.onlyReplaced += weight;
        } else {
            sum.live += weight;
            sum.liveBlocks += count;
            sum.variance += weight * (weight - sample.bytes);
            sum.samples++;
        }
    }

    /**
     * Corrects a sum for dropped samples. A share q of all samples was dropped, and the same share of the frees of the
     * others: to F recorded frees belong qF / (1 - q) others. Some of these are known, as the address was malloced
     * again; the rest looks live, and is taken off. And there were 1 / (1 - q) as many samples.
     */
    private MallocStack result(NativeStack stack, Sum sum) {
        double q = Math.max(0, lostShare);
        double kept = 1 - q;
        double lost = Math.max(0, q / kept * sum.freed - sum.onlyReplaced);
        double share = sum.live <= 0 ? 0 : Math.max(0, 1 - lost / sum.live);
        double bytes = (sum.live - lost) / kept;
        double variance = (sum.variance + q / kept * sum.squares) / (kept * kept);
        return new MallocStack(
                stack.site(),
                stack.nativeFrames(),
                stack.caller(),
                bytes,
                variance,
                bytes,
                variance,
                sum.liveBlocks * share / kept,
                sum.allocated / kept,
                sum.samples);
    }
}
