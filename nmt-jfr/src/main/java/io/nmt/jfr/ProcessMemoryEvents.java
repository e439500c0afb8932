package io.nmt.jfr;

import io.nmt.report.model.CodeOwner;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.reading.JvmReader;

/** Emits the history's points, so that a recording tells what the history does. */
public final class ProcessMemoryEvents {
    private ProcessMemoryEvents() {}

    /**
     * Emits one, if a recording runs that wants it. Touches no class of JFR otherwise.
     *
     * @param point of the history
     */
    public static void emit(HistoryPoint point) {
        if (RunningRecordings.want(EventKind.PROCESS)) {
            write(point);
        }
    }

    static void write(HistoryPoint point) {
        ProcessMemory event = new ProcessMemory();
        event.resident = point.get(HistoryFigure.RSS);
        event.anonymous = point.get(HistoryFigure.ANONYMOUS);
        event.files = point.get(HistoryFigure.FILES);
        event.swapped = point.get(HistoryFigure.SWAP);
        event.cgroup = point.get(HistoryFigure.CGROUP);
        event.cgroupLimit = point.get(HistoryFigure.LIMIT);
        event.heapUsed = point.get(HistoryFigure.HEAP_USED);
        event.heapCommitted = point.get(HistoryFigure.HEAP);
        event.metaspace = point.get(HistoryFigure.METASPACE);
        event.threads = point.get(HistoryFigure.THREADS);
        event.fullCollections = point.get(HistoryFigure.FULL_COLLECTIONS);
        event.commands = point.get(HistoryFigure.OWN);
        event.compiledCode = point.get(HistoryFigure.CODE);
        event.strings = point.get(HistoryFigure.STRINGS);
        event.stringCount = point.get(HistoryFigure.STRING_COUNT);
        event.symbols = point.get(HistoryFigure.SYMBOLS);
        event.heapResident = point.get(HistoryFigure.HEAP_RESIDENT);
        event.compileQueue = point.get(HistoryFigure.QUEUED);
        event.compilers = point.get(HistoryFigure.COMPILERS);
        event.compilerPeak = point.get(HistoryFigure.COMPILER_PEAK);
        event.collector = point.get(HistoryFigure.COLLECTOR);
        CodeOwner owner = JvmReader.lastCodeOwner();
        event.codePackage = owner == null ? "" : owner.packageName();
        event.codePackagePercent = owner == null ? 0 : (int) owner.percent();
        event.commit();
    }
}
