package io.nmt.agent.commands;

import io.nmt.core.model.SiteUsage;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.HistoryReport;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** What the history tells of what other commands show. */
final class HistoryNotes {
    private static final int MOST_SITES = 3;

    private HistoryNotes() {}

    /** Since when suspects grow: a sentence for each of which that is known. */
    static List<String> ofSuspects(List<SiteUsage> suspects, HistoryReading reading) {
        List<String> sentences = new ArrayList<>();
        for (SiteUsage suspect : suspects.subList(0, Math.min(MOST_SITES, suspects.size()))) {
            add(sentences, HistoryReport.ofSite(reading, suspect.site().id(), ZoneId.systemDefault()));
        }
        return sentences;
    }

    /** Since when resident memory grows, if it is known to. */
    static List<String> ofResident() {
        return ofResident(HistoryReading.of(History.ofProcess(), 0));
    }

    static List<String> ofResident(HistoryReading reading) {
        List<String> sentences = new ArrayList<>();
        add(sentences, HistoryReport.ofFigure(reading, HistoryFigure.RSS, ZoneId.systemDefault()));
        if (!sentences.isEmpty()) {
            sentences.add("What rises beside it, 'history PID' tells.");
        }
        return sentences;
    }

    private static void add(List<String> sentences, String sentence) {
        if (!sentence.isEmpty()) {
            sentences.add(sentence);
        }
    }
}
