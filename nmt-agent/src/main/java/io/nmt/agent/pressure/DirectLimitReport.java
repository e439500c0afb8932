package io.nmt.agent.pressure;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Category;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.model.Cause;
import io.nmt.report.reading.ResidentReader;
import java.util.function.Supplier;

/** Writes which code filled the limit of direct buffers. */
final class DirectLimitReport extends ErrorReport {
    DirectLimitReport(Supplier<PressureEvidence> evidence, Throwable error, Thread failing) {
        super(evidence, error, failing);
    }

    @Override
    Crossing crossing(String details) {
        long tracked =
                NativeMemory.snapshot().category(Category.DIRECT_BUFFER.name()).committed();
        return new Crossing(
                Cause.DIRECT,
                "direct buffer limit (-XX:MaxDirectMemorySize)",
                Math.max(tracked, ResidentReader.directBytes()),
                TrackerReader.directLimitBytes(),
                details,
                0);
    }
}
