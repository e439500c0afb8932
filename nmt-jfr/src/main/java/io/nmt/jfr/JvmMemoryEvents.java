package io.nmt.jfr;

import io.nmt.report.model.JvmReading;
import io.nmt.report.model.JvmRow;
import io.nmt.report.reading.JvmReader;

/** The events of the JVM's own memory, with each reading of resident memory. */
final class JvmMemoryEvents {
    private JvmMemoryEvents() {}

    /** Emits them if a running recording wants them. Takes milliseconds, on the thread of the reading. */
    static void emitNow() {
        if (RunningRecordings.want(EventKind.JVM) && new JvmMemory().isEnabled()) {
            emit(JvmReader.readOften());
        }
    }

    static void emit(JvmReading reading) {
        int rank = 1;
        for (JvmRow row : JvmRow.of(reading)) {
            JvmMemory event = new JvmMemory();
            event.rank = rank++;
            event.kind = row.kind().label();
            event.name = row.name();
            event.count = row.count();
            event.bytes = row.bytes();
            event.limit = row.limitBytes();
            event.accuracy = row.accuracy().label();
            event.commit();
        }
    }
}
