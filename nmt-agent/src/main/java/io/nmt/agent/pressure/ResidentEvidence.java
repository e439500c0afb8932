package io.nmt.agent.pressure;

import io.nmt.core.model.ResidentMemory;
import io.nmt.core.model.Verdict;
import io.nmt.core.rss.ResidentHistory;
import io.nmt.core.rss.ResidentReader;
import io.nmt.core.rss.ResidentReading;
import io.nmt.core.rss.verdicts.Verdicts;
import java.util.List;

/**
 * Where resident memory is at pressure.
 *
 * @param memory null if that cannot be told
 * @param verdicts what it means
 * @param basis what the words on growth rest on, a sentence
 * @param problem why it cannot be told; empty if it can
 */
record ResidentEvidence(ResidentMemory memory, List<Verdict> verdicts, String basis, String problem) {
    /** Reads it, which takes some 50 ms and more. */
    static ResidentEvidence read() {
        try {
            ResidentReading reading = ResidentReader.read();
            List<ResidentHistory.Reading> earlier = ResidentHistory.readings();
            List<Verdict> verdicts = Verdicts.left(reading, earlier);
            ResidentHistory.add(reading);
            return new ResidentEvidence(reading.memory(), verdicts, Verdicts.basisLeft(reading, earlier), "");
        } catch (RuntimeException | LinkageError e) {
            return new ResidentEvidence(null, List.of(), "", String.valueOf(e.getMessage()));
        }
    }
}
