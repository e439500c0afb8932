package io.nmt.report.reading;

import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Trim;
import io.nmt.report.past.History;
import io.nmt.report.reading.sources.Allocator;
import io.nmt.report.reading.sources.DiagnosticCommands;
import io.nmt.report.reading.sources.LastTrim;

/**
 * The accepted test of leak or retention: malloc is told to give back what it keeps free ({@code malloc_trim}), and RSS
 * is read again. Thread-safe.
 */
public final class MallocTrim {
    private MallocTrim() {}

    /**
     * Runs it. glibc locks one arena after the other meanwhile: threads that allocate wait, by the size of the arena,
     * for up to seconds per GiB of free blocks.
     *
     * @return what came of it
     * @throws UnsupportedOperationException where the JVM has no {@code System.trim_native_heap}, or malloc is not
     *     glibc's
     */
    public static Trim run() {
        ResidentMemory before = ResidentReader.readFirstOfTwo();
        if (!before.allocator().equals(Allocator.GLIBC)) {
            throw new UnsupportedOperationException(
                    "its malloc is " + before.allocator() + ", and malloc_trim is glibc's");
        }
        long start = System.nanoTime();
        String answer = DiagnosticCommands.run("systemTrimNativeHeap").strip();
        long took = System.nanoTime() - start;
        if (answer.isEmpty()) {
            throw new UnsupportedOperationException(
                    "its JVM has no System.trim_native_heap, which came with JDK 18 and updates of 17");
        }
        Trim trim = new Trim(before, ResidentReader.readMemory(), took);
        History.ofProcess()
                .outcomes()
                .keep(new LastTrim(
                        System.nanoTime(),
                        trim.givenBackBytes(),
                        trim.after().line(Component.MALLOC_FREE).residentBytes()));
        return trim;
    }
}
