package io.nmt.report.judge;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.leaks.WholeHeapCollections;
import io.nmt.report.model.Component;
import io.nmt.report.model.GrownEarlier;
import io.nmt.report.model.MadeReading;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.reading.JvmReader;
import io.nmt.report.reading.LoaderReader;
import io.nmt.report.reading.ThreadReader;
import java.util.List;
import java.util.function.Supplier;

/**
 * The growth of memory: the one answer that all surfaces show. Immutable.
 *
 * @param lines of code: suspects are those that leak; holders that grow may be garbage, or a cache that fills. Rates
 *     and durations are those of the statements
 * @param statements the most important first; at least one
 * @param otherwise how far it is known that nothing else grows
 * @param otherwiseTracked the same of lines of code and categories alone
 */
public record Growth(LeaksByLine lines, List<Statement> statements, Statement otherwise, Statement otherwiseTracked) {
    /** The subject of the statement on the Java heap's growth. */
    public static final String JAVA_HEAP = Component.JAVA_HEAP.label();

    /** As it was found: copied. */
    public Growth {
        statements = List.copyOf(statements);
    }

    /**
     * Judges this process. Takes milliseconds, as many as there are thousands of samples.
     *
     * @return as of now
     */
    public static Growth now() {
        return now(HistoryReading.of(History.ofProcess(), 0));
    }

    /**
     * Judges this process by a past that was read.
     *
     * @param history of this process
     * @return as of now
     */
    public static Growth now(HistoryReading history) {
        return now(history, TrackerReader.usualLeakAgeNanos());
    }

    /**
     * Remembers threads, class loaders and native handles of this process that grow in number, so that they are told
     * when that has stopped, too. To be called now and then.
     *
     * @param history of this process
     */
    public static void noteCounts(History history) {
        GrownEarlier now = new GrownEarlier(
                ThreadReader.now(),
                LoaderReader.now(),
                NativeMemory.handles(),
                History.now() + History.calendarIsAheadMillis());
        if (history.hasRisesInCount() || isAnyGrowing(now)) {
            StoppedCounts.remembering(
                            now,
                            HistoryReading.figuresOf(history),
                            WholeHeapCollections.last(),
                            TrackerReader.usualLeakAgeNanos())
                    .forgetFallen();
        }
    }

    private static boolean isAnyGrowing(GrownEarlier now) {
        return now.threads().groups().stream().anyMatch(group -> group.line().growing())
                || now.loaders().groups().stream()
                        .anyMatch(group -> group.line().growing())
                || now.handles().stream()
                        .flatMap(usage -> usage.sites().stream())
                        .anyMatch(HandleSite::growing);
    }

    /**
     * Judges this process, where blocks of another age count as old.
     *
     * @param history of this process
     * @param oldNanos the age of old blocks
     * @return as of now
     */
    public static Growth now(HistoryReading history, long oldNanos) {
        return new GrowthJudge(
                        TrackerReader.leaksByLine(oldNanos),
                        TrackerReader::ownerLines,
                        NativeMemory.handles(),
                        new MadeReading(ThreadReader.now(), LoaderReader.now(), JvmReader.lastCodeOwner()),
                        history,
                        WholeHeapCollections.last(),
                        History.now() + History.calendarIsAheadMillis())
                .judge();
    }

    /**
     * Judges given figures without threads and class loaders: a pure function.
     *
     * @param found lines of code, by the samples of their live blocks
     * @param handles by class
     * @param history of the same process
     * @param collections the last of the whole heap
     * @param nowMillis the time of these figures, since 1970
     * @return as of that time
     */
    public static Growth of(
            LeaksByLine found,
            List<HandleUsage> handles,
            HistoryReading history,
            WholeHeapCollections.Last collections,
            long nowMillis) {
        return of(found, handles, MadeReading.NONE, history, collections, nowMillis);
    }

    /**
     * Judges given figures: a pure function.
     *
     * @param found lines of code, by the samples of their live blocks
     * @param handles by class
     * @param made threads and class loaders that live
     * @param history of the same process
     * @param collections the last of the whole heap
     * @param nowMillis the time of these figures, since 1970
     * @return as of that time
     */
    public static Growth of(
            LeaksByLine found,
            List<HandleUsage> handles,
            MadeReading made,
            HistoryReading history,
            WholeHeapCollections.Last collections,
            long nowMillis) {
        return new GrowthJudge(found, List::of, handles, made, history, collections, nowMillis).judge();
    }

    /**
     * Judges what recordings tell.
     *
     * @param found lines of code, by what they held at the end; of those that grow, how fast
     * @param live reads the same with the bytes of all their blocks, where one grows
     * @param handles by class, at the end
     * @param made threads and class loaders that lived, at the end
     * @param history that they tell
     * @return as of the end
     */
    public static Growth recorded(
            LeaksByLine found,
            Supplier<List<SiteUsage>> live,
            List<HandleUsage> handles,
            MadeReading made,
            HistoryReading history) {
        Growth own = new GrowthJudge(found, live, handles, made, history, null, history.endMillis()).judge();
        return RecordedGrowth.joined(own, made.told(), history.sites(), history.endMillis());
    }

    /**
     * The statement on a line of code.
     *
     * @param id of its site
     * @return null if there is none: it does not grow
     */
    public Statement ofLine(int id) {
        for (Statement statement : statements) {
            if (statement.subject().type() == SubjectType.SITE
                    && statement.subject().id() == id) {
                return statement;
            }
        }
        return null;
    }

    /**
     * A line of code with the growth that is told of it on all surfaces.
     *
     * @param line as its samples tell
     * @return the same if nothing else is told
     */
    public SiteUsage judged(SiteUsage line) {
        Leaks leaks = lines.leaks();
        for (List<SiteUsage> group : List.of(leaks.suspects(), leaks.holders(), leaks.pools())) {
            for (SiteUsage judged : group) {
                if (judged.site().id() == line.site().id()) {
                    return line.withGrowth(
                            judged.growing(),
                            judged.growthBytesPerMinute(),
                            judged.growthErrorBytesPerMinute(),
                            judged.growingForNanos(),
                            judged.judgedInNanos());
                }
            }
        }
        return line;
    }

    /**
     * The rate that statements tell of a category or of a class of handles, or of its lines of code together.
     *
     * @param name of it
     * @return in a minute; {@link Statement#UNKNOWN} if none tells
     */
    public long perMinuteOf(String name) {
        long lines = 0;
        for (Statement statement : statements) {
            Statement.Subject subject = statement.subject();
            boolean isLine = (subject.type() == SubjectType.SITE
                            && subject.category().equals(name))
                    || (subject.type() == SubjectType.HANDLE && subject.name().equals(name));
            if (subject.type() == SubjectType.CATEGORY && subject.name().equals(name) && statement.grows()) {
                return statement.perMinute();
            }
            lines += isLine ? statement.perMinute() : 0;
        }
        return lines > 0 ? lines : Statement.UNKNOWN;
    }

    /**
     * Pools whose lines of code have the growth that is told of them on all surfaces.
     *
     * @param reading as its samples tell
     * @return with all other figures unchanged
     */
    public PoolReading judged(PoolReading reading) {
        List<PooledSite> sites = reading.sites().stream()
                .map(site -> new PooledSite(
                        judged(site.usage()),
                        site.lostBytes(),
                        site.goneBytes(),
                        site.held(),
                        site.lost(),
                        site.stacks()))
                .toList();
        return new PoolReading(
                reading.time(),
                reading.pools(),
                reading.allocators(),
                sites,
                reading.sampling(),
                reading.judgedInNanos());
    }

    /**
     * Counts the statements of a kind: on lines of code, categories, classes of handles, threads, class loaders, and
     * parts of resident memory. RSS is none: it grows by these.
     *
     * @param kind such as {@link Kind#LEAK}
     * @return from 0
     */
    public int count(Kind kind) {
        int count = 0;
        for (Statement statement : statements) {
            SubjectType type = statement.subject().type();
            boolean isOne = type != SubjectType.FIGURE && type != SubjectType.PROCESS;
            count += isOne && statement.kind() == kind ? 1 : 0;
        }
        return count;
    }
}
