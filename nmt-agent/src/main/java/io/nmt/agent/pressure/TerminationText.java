package io.nmt.agent.pressure;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.Amounts;
import io.nmt.report.document.PoolFindings;
import io.nmt.report.document.SafeText;
import io.nmt.report.document.StatementText;
import io.nmt.report.judge.ResidentJudge;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Cause;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Times;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Memory pressure in a few lines, what matters first: what filled the limit, since when, the first three call sites,
 * what to do, where the report is. That is within 1,024 bytes: of several containers each has a part of what Kubernetes
 * shows. Call sites of tracked memory are among it only where that memory may be what fills the limit.
 */
final class TerminationText {
    private static final int FIRST_SITES = 3;
    private static final int FIRST_LEAKS = 3;
    private static final int MOST_SITES = 10;

    // In bytes, without line feeds: together no more than the first kilobyte.
    private static final int HEADLINE_CHARS = 230;
    private static final int SINCE_CHARS = 150;
    private static final int SITE = 120;
    private static final int LEAK_CHARS = 170; // where no call sites are in the first kilobyte
    static final int ADVICE_CHARS = 160;
    private static final int REPORT_CHARS = 110;

    private static final int SENTENCE_CHARS = 400;
    private static final int SITE_CHARS = 80;
    private static final int CATEGORY_CHARS = 24;
    private static final int CLASS_CHARS = 40;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final StringBuilder text = new StringBuilder(4096);
    private final List<String> answer = new ArrayList<>();
    private final Crossing crossing;
    private final LimitParts filling;
    private final List<PooledSite> pooled;
    private final List<SiteUsage> sites;
    private final LimitGrowth course;
    private final TerminationAdvice advice;
    private final Instant time; // of the crossing
    private final Instant later; // of a second look, to which all figures but the crossing's belong; else null

    private TerminationText(Crossing crossing, LimitParts filling, GrowthEvidence growth, Instant time, Instant later) {
        this(
                crossing,
                filling,
                time,
                later,
                NativeMemory.pooledBuffers(),
                TrackerReader.ownerLines(),
                LimitGrowth.of(crossing, filling, growth),
                null);
    }

    /** Takes given values; pools that are null are those of this process. */
    TerminationText(
            Crossing crossing,
            LimitParts filling,
            Instant time,
            Instant later,
            List<PooledSite> pooled,
            List<SiteUsage> lines,
            LimitGrowth course,
            List<Pool> pools) {
        this.crossing = crossing;
        this.time = time;
        this.later = later;
        this.filling = filling;
        this.pooled = new ArrayList<>(pooled);
        if (isOfDirect()) {
            this.pooled.removeIf(site -> !DirectMemory.has(site.usage().site()));
        }
        this.sites = isOfDirect() ? DirectMemory.of(lines) : lines;
        this.course = course;
        this.advice = new TerminationAdvice(crossing, filling, course, this.pooled, pools);
    }

    /** The text that is known at once. Takes milliseconds. */
    static TerminationText of(Crossing crossing, Instant time, String reportPath, GrowthEvidence growth) {
        Snapshot snapshot = NativeMemory.snapshot();
        LimitParts filling = LimitParts.byCounts(hasOthers(crossing) ? crossing.usageBytes() : 0, snapshot);
        return new TerminationText(crossing, filling, growth, time, null)
                .write(reportPath, snapshot, growth.statements());
    }

    /** The same by a later reading of resident memory, and with what that means. */
    static TerminationText of(
            Crossing crossing, Instant time, String reportPath, GrowthEvidence growth, ResidentEvidence resident) {
        ResidentMemory memory = resident.memory();
        boolean hasOthers = hasOthers(crossing) && resident.cgroupBytes() != ResidentEvidence.UNKNOWN;
        LimitParts filling = LimitParts.byReading(hasOthers ? resident.cgroupBytes() : memory.rssBytes(), memory);
        return new TerminationText(crossing, filling, growth, time, memory.time())
                .write(
                        reportPath,
                        NativeMemory.snapshot(),
                        ResidentJudge.merged(growth.statements(), resident.statements()));
    }

    /** Other processes and their files are in a cgroup's memory, and in no other. */
    private static boolean hasOthers(Crossing crossing) {
        return crossing.cause().isOfCgroup();
    }

    TerminationText write(String reportPath, Snapshot snapshot, List<Statement> statements) {
        boolean sitesFirst = course.isOfJavaCode();
        Times times = new Times(ZoneOffset.UTC, time.toEpochMilli());
        String begin = Headline.begin(crossing, time);
        String headline = begin.concat(of(HEADLINE_CHARS - begin.length()));
        line(headline, HEADLINE_CHARS);
        // Memory says nothing of threads.
        String since =
                crossing.cause() == Cause.THREAD ? crossing.description() : StatementText.of(course.statement(), times);
        List<String> leaks = firstLeaks(times);
        List<String> told = new ArrayList<>(leaks);
        if (leaks.size() < FIRST_LEAKS) {
            told.add(since);
        }
        told.forEach(each -> line(each, leaks.contains(each) ? LEAK_CHARS : SINCE_CHARS));
        answer.addAll(List.of(headline.substring(Headline.START.length()), told.get(0), "Do: ".concat(advice.text())));
        if (sitesFirst) {
            appendSites(0, FIRST_SITES);
        }
        line("Do: ".concat(advice.text()), ADVICE_CHARS);
        line(reportPath.isEmpty() ? "No report could be written." : "Report: ".concat(reportPath), REPORT_CHARS);
        // What follows may be cut off.
        appendStatements(statements, times, told);
        boolean isTold = statements.stream()
                .anyMatch(each -> each.subject().equals(course.statement().subject()));
        if (!told.contains(since) && !isTold) {
            line(since, SINCE_CHARS);
        }
        for (CategoryUsage usage : snapshot.categories()) {
            if (usage.committed() > 0) {
                line(Amounts.format(usage.committed()) + " " + SafeText.name(usage.category()), SITE);
            }
        }
        if (!sitesFirst && !sites.isEmpty()) {
            line("Call sites of tracked memory, which does not fill the limit:", SITE);
        }
        appendSites(sitesFirst ? FIRST_SITES : 0, MOST_SITES);
        return this;
    }

    /** Leaks come first where the JVM and libraries fill the limit: call sites of tracked memory do not then. */
    private List<String> firstLeaks(Times times) {
        return course.most() == LimitParts.Part.REST && crossing.cause() != Cause.THREAD
                ? course.leaking().stream()
                        .limit(FIRST_LEAKS)
                        .map(ShortStatement::of)
                        .map(leak -> StatementText.of(leak, times))
                        .toList()
                : List.of();
    }

    /** Appends all but those told, with lost buffers as the last of the leaks. */
    private void appendStatements(List<Statement> statements, Times times, List<String> told) {
        String lost = PoolFindings.lost(pooled);
        for (Statement statement : statements) {
            if (statement.kind().compareTo(Kind.LEAK) > 0 && !lost.isEmpty()) {
                line(lost, SENTENCE_CHARS);
                lost = "";
            }
            String sentence = StatementText.of(statement, times);
            if (!told.contains(sentence)) {
                line(sentence, SENTENCE_CHARS);
            }
        }
        if (!lost.isEmpty()) {
            line(lost, SENTENCE_CHARS);
        }
    }

    /** The lines of the log. */
    String text() {
        return text.toString();
    }

    /** The limit and its usage, the course of what fills it, and the advice. */
    List<String> answer() {
        return List.copyOf(answer);
    }

    /** Direct buffers are a part of their own limit alone. */
    private String of(int most) {
        String begin = begin();
        String parts = isOfDirect() ? "" : filling.inWords(most - begin.length(), course.grown());
        return parts.isEmpty() ? "" : begin.concat(parts);
    }

    /** The words before the parts: they are of a later moment than the usage at the crossing. */
    private String begin() {
        if (later == null) {
            return crossing.isOfResident() ? ": " : "; resident: ";
        }
        long millis = Duration.between(time, later).toMillis();
        return "; " + (millis < 1000 ? "a moment" : Ages.format(millis * NANOS_PER_MILLI)) + " later "
                + (hasOthers(crossing) ? "" : "resident ")
                + Amounts.format(filling.usageBytes()) + ": ";
    }

    private boolean isOfDirect() {
        return crossing.cause() == Cause.DIRECT;
    }

    private void appendSites(int from, int to) {
        for (int i = from; i < Math.min(to, sites.size()); i++) {
            SiteUsage usage = sites.get(i);
            String site = SafeText.shortened(usage.site().toString(), SITE_CHARS);
            String category = SafeText.shortened(usage.site().category(), CATEGORY_CHARS);
            line(
                    (i + 1) + ". " + Amounts.format(usage.liveBytes()) + " " + category + ": " + site
                            + lastHolder(usage),
                    SITE);
        }
    }

    private String lastHolder(SiteUsage usage) {
        for (PooledSite site : pooled) {
            Site taken = site.usage().site();
            if (taken.category().equals(usage.site().category())
                    && Objects.equals(taken.leading(), usage.site().leading())
                    && !site.held().lastSeen().isEmpty()) {
                return ", last held by "
                        + SafeText.shortened(site.held().lastSeen().get(0).className(), CLASS_CHARS);
            }
        }
        return "";
    }

    private void line(String line, int mostBytes) {
        String safe = SafeText.line(line);
        int most = mostBytes;
        String fitted = SafeText.shortened(safe, most);
        while (fitted.getBytes(StandardCharsets.UTF_8).length > mostBytes) {
            most -= Math.max(1, most / 8);
            fitted = SafeText.shortened(safe, most);
        }
        text.append(fitted).append('\n');
    }
}
