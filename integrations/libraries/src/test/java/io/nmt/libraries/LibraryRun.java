package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A library's program, run without the agent and with it. It works, closes everything, then does the same again and
 * leaks {@link #LEAKS} buffers.
 */
final class LibraryRun {
    static final int LEAKS = 10;

    /**
     * The class loader keeps each jar open, and with it as many Inflaters as threads have ever loaded classes from that
     * jar at once.
     */
    private static final int INFLATERS_PER_JAR = 4;

    private static final String ZIP = "Zip";
    private static final long PAGE_BYTES = 4096;

    private final Jdk jdk;
    private final List<Path> classPath;
    private final List<String> options = new ArrayList<>(List.of("-Xmx512m"));
    private final List<Kept> kept = new ArrayList<>();
    private Pool pool = Pool.NONE;
    private Outcome tracked;

    private LibraryRun(Jdk jdk, List<Path> classPath) {
        this.jdk = jdk;
        this.classPath = classPath;
    }

    static LibraryRun on(Jdk jdk, List<Path> classPath) {
        return new LibraryRun(jdk, classPath);
    }

    /** Adds JVM options. */
    LibraryRun options(List<String> jvmOptions) {
        options.addAll(jvmOptions);
        return this;
    }

    /** Names what is not given back. */
    LibraryRun keeps(Kept block) {
        kept.add(block);
        return this;
    }

    /** Says that the library has a pool for the JVM's life. What that keeps, the program has to tell. */
    LibraryRun keeps(Pool itsPool) {
        pool = itsPool;
        return this;
    }

    /** Runs the program twice, and fails unless it does the same and ends with no more than it keeps. */
    LibraryRun run(Class<?> program, String... arguments) {
        Outcome plain = jvm().run(program, with(arguments)).expectExit(0);
        tracked = jvm().agent().run(program, with(arguments)).expectExit(0);
        assertThat(results(plain)).as(plain::toString).isNotEmpty();
        assertThat(results(tracked)).as(tracked::toString).isEqualTo(results(plain));
        Snapshot begin = at("begin");
        Snapshot closed = at("closed");
        for (String category : categories(begin, closed)) {
            long pooled = category.equals(pool.category()) ? own("bytes kept") : 0;
            assertGrowth(begin, closed, category, keptBlocks(category), keptBytes(category), pooled);
        }
        Snapshot leaked = at("leaked");
        assertThat(leaked.untrackedBlocks()).as(tracked::toString).isZero();
        assertThat(leaked.unknownFrees()).as(tracked::toString).isEqualTo(begin.unknownFrees());
        return this;
    }

    private ChildJvm jvm() {
        return ChildJvm.withoutC2(jdk)
                .options(options.toArray(String[]::new))
                .classPath(classPath.toArray(Path[]::new));
    }

    private String[] with(String... arguments) {
        List<String> all = new ArrayList<>();
        all.add(String.valueOf(LEAKS));
        all.add(String.valueOf(kept.stream().mapToLong(Kept::blocks).sum()));
        all.addAll(List.of(arguments));
        return all.toArray(String[]::new);
    }

    private static List<String> results(Outcome outcome) {
        return outcome.outLines().stream()
                .filter(line -> line.startsWith("result "))
                .toList();
    }

    /** Fails unless the leak is ten blocks of that size, in that category and in no other. */
    LibraryRun leaksIn(String leakCategory, long bytesEach) {
        Snapshot closed = at("closed");
        Snapshot leaked = at("leaked");
        for (String category : categories(closed, leaked)) {
            boolean here = category.equals(leakCategory);
            long pooled = category.equals(pool.category()) ? own("bytes kept besides leaks") - own("bytes kept") : 0;
            assertGrowth(closed, leaked, category, here ? LEAKS : 0, here ? LEAKS * bytesEach : 0, pooled);
        }
        return this;
    }

    /** Fails unless the leak is ten blocks in that category and in no other, of a size that is not told. */
    LibraryRun leaksBlocksIn(String leakCategory) {
        Snapshot closed = at("closed");
        Snapshot leaked = at("leaked");
        long bytes = leaked.category(leakCategory).committed()
                - closed.category(leakCategory).committed();
        assertThat(bytes).as(tracked::toString).isPositive();
        assertThat(bytes % LEAKS).as(tracked::toString).isZero();
        return leaksIn(leakCategory, bytes / LEAKS);
    }

    /** Fails unless, while all was open, the category held what the library says it had, besides what it keeps. */
    LibraryRun holdsItsOwn(String category, String figure) {
        long own = own(figure);
        assertThat(own).as(tracked::toString).isPositive();
        assertThat(growth(at("begin"), at("open"), category).committed())
                .as("%s: %s", category, tracked)
                .isEqualTo(own + keptBytes(category));
        return this;
    }

    /** Fails unless, while all was open, Mapped File was what the kernel has mapped, but for the last page of each. */
    LibraryRun holdsMappedPages() {
        CategoryUsage open = growth(at("begin"), at("open"), "Mapped File");
        assertThat(open.count()).as(tracked::toString).isPositive();
        assertThat(own("mapped pages' bytes"))
                .as(tracked::toString)
                .isBetween(open.committed(), open.committed() + (PAGE_BYTES - 1) * open.count());
        return this;
    }

    /** Fails unless the category held that much at some time. */
    LibraryRun reaches(String category, long bytes) {
        assertThat(at("closed").category(category).peakCommitted())
                .as("%s: %s", category, tracked)
                .isGreaterThanOrEqualTo(bytes);
        return this;
    }

    /** Fails if the category ever held more than that. */
    LibraryRun neverExceeds(String category, long bytes) {
        assertThat(at("leaked").category(category).peakCommitted())
                .as("%s: %s", category, tracked)
                .isLessThanOrEqualTo(bytes);
        return this;
    }

    /** Fails unless the program printed that. */
    LibraryRun prints(String text) {
        assertThat(tracked.out()).as(tracked::toString).containsIgnoringCase(text);
        return this;
    }

    /** The program's own figure of that name. */
    long own(String what) {
        String prefix = "own " + what + " ";
        return tracked.outLines().stream()
                .filter(line -> line.startsWith(prefix))
                .mapToLong(line -> Long.parseLong(line.substring(prefix.length())))
                .findFirst()
                .orElseThrow(() -> new AssertionError("No '" + prefix + "' in: " + tracked));
    }

    Snapshot at(String label) {
        return Figures.at(label, tracked);
    }

    Outcome tracked() {
        return tracked;
    }

    private void assertGrowth(Snapshot from, Snapshot to, String category, long blocks, long bytes, long pooledBytes) {
        CategoryUsage growth = growth(from, to, category);
        int jars = classPath.size() - 1;
        if (category.equals(ZIP) && jars > 0) {
            assertThat(growth.count())
                    .as("%s: %s", category, tracked)
                    .isBetween(blocks, blocks + (long) INFLATERS_PER_JAR * jars);
            return;
        }
        assertThat(List.of(growth.committed(), growth.reserved()))
                .as("%s: %s\nkept: %s", category, tracked, kept)
                .containsExactly(bytes + pooledBytes, bytes + pooledBytes);
        assertThat(growth.count())
                .as("%s: %s\nkept: %s", category, tracked, kept)
                .isBetween(blocks + pool.leastChunks(pooledBytes), blocks + pool.mostChunks(pooledBytes));
    }

    private static CategoryUsage growth(Snapshot from, Snapshot to, String category) {
        CategoryUsage first = from.category(category);
        CategoryUsage second = to.category(category);
        return new CategoryUsage(
                category,
                second.reserved() - first.reserved(),
                second.committed() - first.committed(),
                second.count() - first.count(),
                0,
                0,
                0);
    }

    private static Set<String> categories(Snapshot... snapshots) {
        Set<String> names = new TreeSet<>();
        for (Snapshot snapshot : snapshots) {
            snapshot.categories().forEach(usage -> names.add(usage.category()));
        }
        return names;
    }

    private long keptBlocks(String category) {
        return kept.stream()
                .filter(block -> block.category().equals(category))
                .mapToLong(Kept::blocks)
                .sum();
    }

    private long keptBytes(String category) {
        return kept.stream()
                .filter(block -> block.category().equals(category))
                .mapToLong(Kept::bytes)
                .sum();
    }
}
