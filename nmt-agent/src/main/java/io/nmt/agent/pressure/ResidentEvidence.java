package io.nmt.agent.pressure;

import io.nmt.report.judge.ResidentJudge;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.past.History;
import io.nmt.report.past.ResidentPoint;
import io.nmt.report.reading.ResidentReader;
import io.nmt.report.reading.ResidentReading;
import java.util.List;

/**
 * The parts of resident memory at pressure.
 *
 * @param memory null if that cannot be told
 * @param cgroupBytes what counted toward the cgroup's limit then; {@link #UNKNOWN} if there is none, or that
 *     cannot be told
 * @param statements what it means
 * @param problem why it cannot be told; empty if it can
 */
record ResidentEvidence(ResidentMemory memory, long cgroupBytes, List<Statement> statements, String problem) {
    static final long UNKNOWN = -1;

    /** Reads it and judges it beside the growth, which takes some 50 ms and more. */
    static ResidentEvidence read(GrowthEvidence growth) {
        try {
            ResidentReading reading = ResidentReader.read();
            List<ResidentPoint> earlier = History.ofProcess().resident().lastHour();
            long cgroupBytes = reading.memory().cgroup().countedBytes();
            return new ResidentEvidence(
                    reading.memory(), cgroupBytes, ResidentJudge.left(reading, earlier, growth.statements()), "");
        } catch (RuntimeException | LinkageError e) {
            return new ResidentEvidence(null, UNKNOWN, List.of(), String.valueOf(e.getMessage()));
        }
    }

    /** The same without statements that those on growth have told, by kind and name: that its container grows. */
    ResidentEvidence besides(List<Statement> growth) {
        List<Statement> others = statements.stream()
                .filter(statement -> growth.stream()
                        .noneMatch(told -> told.kind() == statement.kind()
                                && told.subject()
                                        .name()
                                        .equals(statement.subject().name())))
                .toList();
        return new ResidentEvidence(memory, cgroupBytes, others, problem);
    }
}
