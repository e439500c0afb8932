package io.nmt.report.malloc;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Jemalloc's own heap profile: all live memory, by native stack, and its growth from one such profile to another. Its
 * stacks end where Java code begins; the function of a native method names it. Not thread-safe.
 */
public final class JemallocProfile {
    private static final String NATIVE_METHOD = "Java_";
    private static final int MOST_FRAMES = 128;

    private final JemallocHeap before;
    private final JemallocHeap after;
    private final UnaryOperator<Path> files;
    private final Map<String, ElfSymbols> symbols = new HashMap<>();
    private long samples;

    private JemallocProfile(JemallocHeap before, JemallocHeap after, UnaryOperator<Path> files) {
        this.before = before;
        this.after = after;
        this.files = files;
    }

    /**
     * Compares two of one process.
     *
     * @param before the earlier one
     * @param begin when it was written
     * @param after the later one
     * @param end when that was written
     * @param files where to find a file of that process, whose symbols are wanted
     * @return what is live at the end
     */
    public static MallocProfile of(
            JemallocHeap before, Instant begin, JemallocHeap after, Instant end, UnaryOperator<Path> files) {
        JemallocProfile profile = new JemallocProfile(before, after, files);
        List<MallocStack> stacks = profile.stacks();
        return new MallocProfile(begin, end, after.rateBytes(), profile.samples, 0, 0, false, true, stacks, null);
    }

    private List<MallocStack> stacks() {
        Set<List<Long>> all = new LinkedHashSet<>(after.stacks().keySet());
        all.addAll(before.stacks().keySet());
        List<MallocStack> result = new ArrayList<>();
        for (List<Long> stack : all) {
            Estimate now = estimate(after, stack);
            Estimate earlier = estimate(before, stack);
            samples += now.samples;
            if (now.samples > 0 || earlier.samples > 0) {
                result.add(stack(stack, now, earlier));
            }
        }
        return result;
    }

    private record Estimate(double bytes, double blocks, double variance, double squares, long samples) {}

    /** A block that is sampled with the probability p stands for 1 / p: the variance is the sum of (1 - p) / p². */
    private static Estimate estimate(JemallocHeap heap, List<Long> stack) {
        JemallocHeap.Live live = heap.stacks().get(stack);
        if (live == null || live.blocks() == 0) {
            return new Estimate(0, 0, 0, 0, 0);
        }
        double size = live.bytes() / (double) live.blocks();
        double scale = heap.scale(size);
        double weight = scale * size;
        return new Estimate(
                live.bytes() * scale,
                live.blocks() * scale,
                live.blocks() * weight * weight * (1 - 1 / scale),
                live.blocks() * weight * weight,
                live.blocks());
    }

    private MallocStack stack(List<Long> addresses, Estimate now, Estimate earlier) {
        List<NativeFrame> frames = frames(addresses);
        Frame caller = caller(frames);
        List<Frame> ofJava = caller == null ? List.of() : List.of(caller);
        return new MallocStack(
                new Site(0, NativeFrames.askingLibrary(frames), ofJava, caller, false, FreedBy.UNKNOWN),
                NativeFrames.withoutAllocator(frames),
                caller,
                now.bytes,
                now.variance,
                now.bytes - earlier.bytes,
                // Which blocks are the same in both is not known: at the most, none is.
                now.squares + earlier.squares,
                now.blocks,
                now.bytes,
                now.samples);
    }

    private List<NativeFrame> frames(List<Long> addresses) {
        List<NativeFrame> frames = new ArrayList<>();
        for (long address : addresses.subList(0, Math.min(MOST_FRAMES, addresses.size()))) {
            JemallocHeap.Mapping mapping = after.mappingOf(address);
            if (mapping == null) {
                break; // code that the JVM has made: from there on it cannot be told apart from chance
            }
            // It is where the call returns to.
            String symbol = symbolsOf(mapping.path()).at(address - 1 - mapping.start() + mapping.offset());
            frames.add(new NativeFrame(NativeFrames.libraryOf(mapping.path()), CppName.of(symbol)));
        }
        return frames;
    }

    private ElfSymbols symbolsOf(String path) {
        return symbols.computeIfAbsent(path, file -> ElfSymbols.of(files.apply(Path.of(file))));
    }

    /** The native method whose function is the outermost of those frames. */
    private static Frame caller(List<NativeFrame> frames) {
        for (NativeFrame frame : frames) {
            if (frame.symbol().startsWith(NATIVE_METHOD)) {
                String method = javaName(frame.symbol().substring(NATIVE_METHOD.length()));
                int dot = method.lastIndexOf('.');
                return new Frame(
                        method.substring(0, Math.max(0, dot)), method.substring(dot + 1), null, Frame.NATIVE, false);
            }
        }
        return null;
    }

    /** As JNI writes it: {@code com_acme_My_1Codec_encode__I} is {@code com.acme.My_Codec.encode}. */
    static String javaName(String function) {
        String name = function.replaceFirst("__.*", "");
        return name.replaceAll("_(?![123])", ".").replace("_1", "_");
    }
}
