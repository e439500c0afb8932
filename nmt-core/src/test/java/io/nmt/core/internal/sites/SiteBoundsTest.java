package io.nmt.core.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import io.nmt.core.model.LineUsage;
import io.nmt.core.model.SiteUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Parts are never more than their whole: whatever is allocated, and whatever of it is sampled. */
class SiteBoundsTest {
    private static final int TABLES = Boolean.getBoolean("nmt.thorough") ? 10_000 : 3000;
    private static final long INTERVAL = 512 << 10;
    private static final int THREADS = 5;
    private static final int[] CATEGORIES = {
        Category.DIRECT_BUFFER.id(), Category.NIO_TEMPORARY_BUFFER.id(), Category.MAPPED_FILE.id()
    };

    private final SiteTable table = new SiteTable(32, new SiteRoom(Long.MAX_VALUE));
    private final Map<List<Integer>, CallSite> sites = new HashMap<>();

    /** The figures that are known of a whole. */
    enum Known {
        /** Those of a category. */
        OF_CATEGORY,
        /** Those of a category, and of its threads. */
        OF_THREADS,
        /** Those of a pool, which does not count its buffers. */
        OF_POOL
    }

    private record Block(CallSite site, int thread, long bytes, long time, boolean sampled) {}

    private CallSite site(int category, int line, int stack) {
        return sites.computeIfAbsent(
                List.of(category, line, stack),
                any -> table.site(
                        category,
                        List.of(
                                new Frame("sun.misc.Unsafe", "allocateMemory", "Unsafe.java", 462, true),
                                new Frame("com.acme.Codec", "encode", "Codec.java", line, false),
                                new Frame("com.acme.Service", "call" + stack, "Service.java", 7, false))));
    }

    private List<Block> blocks(Random random) {
        List<Block> blocks = new ArrayList<>();
        double largest = Math.log(64) + random.nextDouble() * Math.log(1 << 19);
        int count = random.nextInt(100);
        for (int i = 0; i < count; i++) {
            int category = CATEGORIES[random.nextInt(CATEGORIES.length)];
            long bytes = Math.round(Math.exp(Math.log(16) + random.nextDouble() * (largest - Math.log(16))));
            boolean sampled = random.nextDouble() < 1 / Weight.of(bytes, INTERVAL);
            CallSite site = site(category, 1 + random.nextInt(6), random.nextInt(3));
            blocks.add(new Block(
                    site, ThreadNames.of("worker" + random.nextInt(THREADS)), bytes, random.nextInt(100), sampled));
        }
        return blocks;
    }

    private static Whole whole(List<Block> blocks, Known known) {
        long bytes = blocks.stream().mapToLong(Block::bytes).sum();
        return new Whole(bytes, 2 * bytes, known == Known.OF_POOL ? Long.MAX_VALUE : blocks.size());
    }

    private static Wholes wholes(List<Block> blocks, Known known) {
        return new Wholes() {
            @Override
            public Whole of(int groupId) {
                return whole(ofGroup(blocks, groupId), known);
            }

            @Override
            public Map<String, Whole> byThread(int groupId) {
                Map<String, Whole> byThread = new HashMap<>();
                for (Block block : ofGroup(blocks, groupId)) {
                    byThread.computeIfAbsent(
                            ThreadNames.withId(block.thread()),
                            name -> whole(ofThread(ofGroup(blocks, groupId), block.thread()), known));
                }
                return known == Known.OF_THREADS ? byThread : null;
            }
        };
    }

    private static List<Block> ofGroup(List<Block> blocks, int groupId) {
        return blocks.stream()
                .filter(block -> block.site().categoryId() == groupId)
                .toList();
    }

    private static List<Block> ofThread(List<Block> blocks, int thread) {
        return blocks.stream().filter(block -> block.thread() == thread).toList();
    }

    private static List<LineUsage> lines(List<Block> blocks, long until, Wholes wholes) {
        LineSums sums = new LineSums(100, INTERVAL);
        for (Block block : blocks) {
            if (block.sampled()) {
                long entry = SampleRecord.of(block.site().id(), block.thread(), block.time());
                sums.add(block.site(), entry, block.bytes(), block.time() <= until);
            }
        }
        return sums.usages(wholes);
    }

    @ParameterizedTest
    @EnumSource
    void partsNeverExceedTheWhole(Known known) {
        int bounded = 0;
        for (int seed = 0; seed < TABLES; seed++) {
            Random random = new Random(seed);
            List<Block> blocks = blocks(random);
            long until = random.nextBoolean() ? 100 : random.nextInt(100);
            List<LineUsage> freely = lines(blocks, until, Wholes.UNKNOWN);
            List<LineUsage> lines = lines(blocks, until, wholes(blocks, known));
            for (int category : CATEGORIES) {
                List<Block> all = ofGroup(blocks, category);
                String name = Category.withId(category).name();
                long before = sum(freely, name, SiteUsage::liveBytes);
                bounded += sum(lines, name, SiteUsage::liveBytes) < before ? 1 : 0;
                assertBounded(seed, lines, name, all, until, known);
                if (known == Known.OF_THREADS && seed % 20 == 0) {
                    assertBoundedByThreads(seed, blocks, all, until);
                }
            }
        }
        assertThat(bounded).isGreaterThan(TABLES / 10);
    }

    private static void assertBounded(
            int seed, List<LineUsage> lines, String name, List<Block> all, long until, Known known) {
        Whole whole = whole(all, known);
        long young = all.stream()
                .filter(block -> block.sampled() && block.time() > until)
                .mapToLong(Block::bytes)
                .sum();
        assertThat(sum(lines, name, SiteUsage::liveBytes)).as("lines %d", seed).isBetween(0L, whole.bytes() - young);
        assertThat(stacks(lines, name).mapToLong(SiteUsage::liveBytes).sum())
                .as("stacks %d", seed)
                .isLessThanOrEqualTo(whole.bytes() - young);
        assertThat(sum(lines, name, SiteUsage::liveCount)).as("count %d", seed).isLessThanOrEqualTo(whole.blocks());
        assertThat(stacks(lines, name).mapToLong(SiteUsage::liveCount).sum())
                .as("count of stacks %d", seed)
                .isLessThanOrEqualTo(whole.blocks());
        lines.stream()
                .filter(line -> line.usage().site().category().equals(name))
                .forEach(line -> assertOfLine(seed, line));
        stacks(lines, name).forEach(stack -> {
            long sampled = all.stream()
                    .filter(block -> block.sampled()
                            && block.time() <= until
                            && block.site().id() == stack.site().id())
                    .mapToLong(Block::bytes)
                    .sum();
            assertThat(stack.liveBytes()).as("samples %d", seed).isGreaterThanOrEqualTo(sampled);
            assertThat(stack.liveCount()).as("samples %d", seed).isGreaterThanOrEqualTo(stack.samples());
            assertThat(stack.standardErrorBytes()).as("error %d", seed).isLessThanOrEqualTo(whole.bytes() - sampled);
        });
    }

    /** A line and its stacks are rounded apart. */
    private static void assertOfLine(int seed, LineUsage line) {
        int stacks = line.stacks().size();
        assertThat(line.usage().liveBytes()
                        - line.stacks().stream().mapToLong(SiteUsage::liveBytes).sum())
                .as("line %d", seed)
                .isBetween(0L, (long) stacks);
        assertThat(line.usage().peakBytes()).isGreaterThanOrEqualTo(line.usage().liveBytes());
    }

    /** The samples of one thread alone are told to be no more than the thread has. */
    private static void assertBoundedByThreads(int seed, List<Block> blocks, List<Block> all, long until) {
        Set<Integer> threads = new HashSet<>();
        all.forEach(block -> threads.add(block.thread()));
        for (int thread : threads) {
            List<Block> own = ofThread(all, thread);
            long told = lines(own, until, wholes(blocks, Known.OF_THREADS)).stream()
                    .mapToLong(line -> line.usage().liveBytes())
                    .sum();
            assertThat(told)
                    .as("thread %d", seed)
                    .isLessThanOrEqualTo(whole(own, Known.OF_THREADS).bytes());
        }
    }

    private static Stream<SiteUsage> stacks(List<LineUsage> lines, String category) {
        return lines.stream()
                .flatMap(line -> line.stacks().stream())
                .filter(stack -> stack.site().category().equals(category));
    }

    private static long sum(List<LineUsage> lines, String category, ToLongFunction<SiteUsage> figure) {
        return lines.stream()
                .map(LineUsage::usage)
                .filter(usage -> usage.site().category().equals(category))
                .mapToLong(figure)
                .sum();
    }

    /** Ten threads have 25 buffers; of those, one is sampled, of a thread that has two. */
    @Test
    void oneSampleOfAThreadDoesNotSpeakForTheBuffersOfOthers() {
        long bytes = 8 << 10;
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            CallSite site = site(Category.NIO_TEMPORARY_BUFFER.id(), i % 3, 0);
            blocks.add(new Block(site, ThreadNames.of("io" + i % 10), bytes, 0, i == 7));
        }
        List<LineUsage> lines = lines(blocks, 100, wholes(blocks, Known.OF_THREADS));
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0).usage().liveBytes()).isEqualTo(2 * bytes);
        assertThat(lines.get(0).usage().liveCount()).isEqualTo(2);
        assertThat(lines(blocks, 100, wholes(blocks, Known.OF_CATEGORY))
                        .get(0)
                        .usage()
                        .liveCount())
                .isEqualTo(25);
    }
}
