package io.nmt.report.judge;

import io.nmt.core.model.Category;
import io.nmt.core.model.PooledSite;
import io.nmt.report.model.Basis;
import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.ResidentPoint;
import io.nmt.report.reading.ResidentReading;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The lines of a reading, beside those of earlier ones, and what grows by the one judge. That judge says whether RSS
 * rises, and since when; readings within the rise divide it among the lines. Nothing is read from elsewhere.
 */
final class ResidentLines {
    private static final int MUCH_DIVISOR = 4; // a quarter: the other classes are there from the start
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final double NANOS_PER_MINUTE = 60e9;
    private static final long POINT_NANOS = 10_000_000_000L;
    private static final double MIN_SHARE_OF_RISE = 0.1;
    private static final double MIN_BESIDE_EXPLAINED_SHARE = 0.2; // of RSS's growth
    private static final long MALLOC_OF_THREAD = 64L << 10; // bytes at the most
    private static final int MALLOC_OF_CLASSES = 2; // half of their metaspace

    private final ResidentReading reading;
    private final List<ResidentPoint> earlier;
    private final List<Statement> growth;
    private final ResidentPoint begin; // of the rise of RSS; null if none is known, or it was not read then
    private final ResidentPoint beginOfCgroup; // the same of the container's memory

    /** Takes earlier readings by time, the oldest first, and what the judge says of growth. */
    ResidentLines(ResidentReading reading, List<ResidentPoint> earlier, List<Statement> growth) {
        this.reading = reading;
        this.earlier = List.copyOf(earlier);
        this.growth = List.copyOf(growth);
        this.begin = begin(rise());
        this.beginOfCgroup = begin(riseOfCgroup());
    }

    private ResidentPoint begin(Statement rise) {
        if (rise == null) {
            return null;
        }
        long ageNanos = (memory().time().toEpochMilli() - rise.sinceMillis()) * NANOS_PER_MILLI;
        long since = facts().nanoTime() - ageNanos - POINT_NANOS;
        return earlier.stream()
                .filter(before -> before.nanoTime() >= since)
                .findFirst()
                .orElse(null);
    }

    /** The judge's statement on RSS, if that rises by more than the Java heap's first use; else null. */
    Statement rise() {
        return growing(SubjectType.FIGURE, HistoryFigure.RSS.title()).stream()
                .filter(statement -> statement.kind() != Statement.Kind.NORMAL)
                .findFirst()
                .orElse(null);
    }

    /** The same on the container's memory, if that rises beside RSS. */
    Statement riseOfCgroup() {
        return growing(SubjectType.FIGURE, ContainerGrowth.NAME).stream()
                .findFirst()
                .orElse(null);
    }

    /** The rise of a figure of the container; its pace only if it has its part in a rise of the container's memory. */
    LineChange changeOfCgroup(CgroupFigure figure, long now) {
        LineChange sinceOldest = since(now, before -> before.cgroup(figure));
        long then = beginOfCgroup == null ? -1 : beginOfCgroup.cgroup(figure);
        if (then < 0 || now - then < ResidentJudge.MIN_BYTES) {
            return sinceOldest;
        }
        long nanos = facts().nanoTime() - beginOfCgroup.nanoTime();
        return new LineChange(
                sinceOldest.bytes(), sinceOldest.nanos(), Math.round((now - then) / (nanos / NANOS_PER_MINUTE)), nanos);
    }

    /** Statements on a category that grows, and on its lines of code. */
    List<Statement> growing(String category) {
        List<Statement> found = new ArrayList<>(growing(SubjectType.CATEGORY, category));
        growth.stream()
                .filter(statement -> statement.subject().type() == SubjectType.SITE
                        && statement.subject().category().equals(category))
                .forEach(found::add);
        return found;
    }

    /** The bytes a minute by which a category grows; 0 if it does not. */
    long perMinute(Category category) {
        return growing(category.name()).stream()
                .mapToLong(Statement::perMinute)
                .max()
                .orElse(0);
    }

    /** Tells whether lines are told that take more and more buffers of pools. */
    boolean areBuffersTold() {
        return growth.stream()
                .anyMatch(statement -> statement.subject().type() == SubjectType.SITE
                        && PooledSite.isOfBuffers(statement.subject().category()));
    }

    /** Tells whether it is too early to say that lines of code do not grow. */
    boolean isTooEarly() {
        return growth.stream()
                .anyMatch(statement -> statement.subject().type() == SubjectType.PROCESS
                        && statement.kind() == Statement.Kind.UNKNOWN
                        && statement.evidence(Basis.SUBJECTS) > 0);
    }

    /** Statements on classes of native handles that grow. */
    List<Statement> growingHandles() {
        return growth.stream()
                .filter(statement -> statement.subject().type() == SubjectType.HANDLE)
                .toList();
    }

    /** Tells whether the judge of growth tells of a part of resident memory: it is not told again. */
    boolean isTold(Component component) {
        return isTold(component.label());
    }

    /** The same of a part that has another name there. */
    boolean isTold(String component) {
        return !growing(SubjectType.COMPONENT, component).isEmpty();
    }

    /** Tells whether the judge of growth tells of more and more threads of which the stacks are not known. */
    boolean areStacksTold() {
        return growth.stream()
                .anyMatch(statement -> statement.grows()
                        && ThreadStatements.isOnThreads(statement)
                        && statement.evidence(Basis.STACK_BYTES) < 0);
    }

    /** The threads of which the judge of growth tells with their stacks, also of those that grow no more. */
    long toldThreads() {
        return growth.stream()
                .filter(statement -> statement.evidence(Basis.STACK_BYTES) > 0)
                .mapToLong(Statement::amount)
                .sum();
    }

    /** The bytes of the stacks of these threads. */
    long toldStackBytes() {
        return told(Basis.STACK_BYTES);
    }

    /** The metaspace of class loaders of which the judge of growth tells, also of those that grow no more. */
    long toldMetaspaceBytes() {
        return told(Basis.METASPACE_BYTES);
    }

    private long told(Basis basis) {
        return growth.stream()
                .mapToLong(statement -> Math.max(0, statement.evidence(basis)))
                .sum();
    }

    /** Tells whether much metaspace is that of class loaders of which the judge of growth tells. */
    boolean isMetaspaceOfLoadersTold() {
        long told = toldMetaspaceBytes();
        return told > 0 && MUCH_DIVISOR * told >= resident(Component.METASPACE) + resident(Component.CLASS_SPACE);
    }

    /** Statements on a subject that grows. */
    List<Statement> growing(SubjectType type, String name) {
        return growth.stream()
                .filter(statement -> statement.grows()
                        && statement.subject().type() == type
                        && statement.subject().name().equals(name))
                .toList();
    }

    ResidentReading reading() {
        return reading;
    }

    ResidentMemory memory() {
        return reading.memory();
    }

    ResidentReading.Facts facts() {
        return reading.facts();
    }

    long resident(Component component) {
        return memory().line(component).residentBytes();
    }

    long resident(List<String> components) {
        return components.stream()
                .mapToLong(name -> memory().line(name).residentBytes())
                .sum();
    }

    static long resident(ResidentPoint before, List<String> components) {
        return components.stream().mapToLong(before::residentBytes).sum();
    }

    /** The lines of the Java heap that are memory. */
    List<String> heap() {
        return linesOf(Component.JAVA_HEAP, Component.JAVA_HEAP_YOUNG, Component.JAVA_HEAP_OLD);
    }

    /** The lines of the JVM's malloc: by purpose, where that is known, and what malloc adds to it. */
    List<String> jvmMalloc() {
        return linesOf(Component.JVM_MALLOC, Component.JVM_ROUNDING);
    }

    /** Tells whether libraries are loaded beside the JDK's and the system's. */
    boolean hasLibraries() {
        return !memory().line(Component.LIBRARIES).note().isEmpty();
    }

    private List<String> linesOf(Component first, Component... others) {
        List<String> names = new ArrayList<>(List.of(first.label()));
        for (ResidentLine line : memory().lines()) {
            boolean isOne = line.kind() == first || List.of(others).contains(line.kind());
            if (isOne && !names.contains(line.component())) {
                names.add(line.component());
            }
        }
        return names;
    }

    LineChange change(List<String> components) {
        LineChange sinceOldest = since(resident(components), before -> resident(before, components));
        if (begin == null) {
            return sinceOldest;
        }
        long nanos = facts().nanoTime() - begin.nanoTime();
        long grown = resident(components) - resident(begin, components);
        long rssGrown = memory().rssBytes() - begin.rssBytes();
        boolean rises = rssGrown > 0
                && grown >= Math.max(ResidentJudge.MIN_BYTES, Math.round(MIN_SHARE_OF_RISE * rssGrown))
                && isSteady(components);
        return rises
                ? new LineChange(
                        sinceOldest.bytes(), sinceOldest.nanos(), Math.round(grown / (nanos / NANOS_PER_MINUTE)), nanos)
                : sinceOldest;
    }

    private boolean isSteady(List<String> components) {
        List<ResidentPoint> within = earlier.subList(earlier.indexOf(begin), earlier.size());
        long[] nanos = new long[within.size() + 1];
        long[] bytes = new long[nanos.length];
        for (int i = 0; i < within.size(); i++) {
            nanos[i] = within.get(i).nanoTime();
            bytes[i] = resident(within.get(i), components);
        }
        nanos[within.size()] = facts().nanoTime();
        bytes[within.size()] = resident(components);
        return GrowthPace.isSteady(nanos, bytes);
    }

    /** The same of malloc's memory: threads and class loaders that are told to grow take some, of the JVM's. */
    LineChange changeOfMalloc(List<String> components) {
        long explained = 0;
        for (Statement statement : growth) {
            String name = statement.subject().name();
            explained += ThreadStatements.isOnThreads(statement)
                    ? statement.perMinute() * MALLOC_OF_THREAD
                    : LoaderStatements.isOnLoaders(statement)
                            ? LoaderStatements.mallocPerMinute(statement)
                            : name.equals(HistoryFigure.METASPACE.title())
                                    ? statement.perMinute() / MALLOC_OF_CLASSES
                                    : ComponentGrowth.mostMallocPerMinute(statement);
        }
        LineChange change = change(components).besides(explained);
        if (change.perMinute() == 0) {
            return RestOfRise.of(this, growth, begin, components, change).besides(explained);
        }
        return change.perMinute() <= mostBesideExplained()
                ? new LineChange(change.bytes(), change.nanos(), 0, 0)
                : change;
    }

    /** The growth, in bytes a minute, that comes and goes beside one of RSS that other statements explain. */
    private long mostBesideExplained() {
        Statement rss = rise();
        boolean isExplained = rss != null
                && rss.evidence(Basis.EXPLAINED_PERCENT) >= RssGrowth.EXPLAINED_PERCENT
                && rss.evidence(Basis.HEAP_FIRST_USED_BYTES) == Statement.UNKNOWN
                && growingHandles().isEmpty();
        return isExplained ? Math.round(MIN_BESIDE_EXPLAINED_SHARE * rss.perMinute()) : 0;
    }

    /** Since the oldest reading that knows the figure, which is negative where it does not. */
    LineChange since(long now, ToLongFunction<ResidentPoint> figure) {
        for (ResidentPoint before : earlier) {
            long then = figure.applyAsLong(before);
            if (then >= 0) {
                return new LineChange(now - then, facts().nanoTime() - before.nanoTime(), 0, 0);
            }
        }
        return LineChange.NONE;
    }

    /** The bytes by which more lived at the last collections. */
    LineChange livedMore() {
        long lived = reading.livedBytes();
        return lived == 0
                ? LineChange.NONE
                : since(lived, before -> before.livedBytes() > 0 ? before.livedBytes() : -1)
                        .atMost(LiveHeap.of(reading).bytes());
    }

    /** The bytes by which RSS is more. */
    LineChange rssMore() {
        return since(memory().rssBytes(), ResidentPoint::rssBytes);
    }

    static long percent(long part, long whole) {
        return whole <= 0 ? 0 : Math.round(100.0 * part / whole);
    }
}
