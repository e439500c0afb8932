package io.nmt.libraries.programs;

import com.sun.jna.Native;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.nmt.core.NativeMemory;
import io.nmt.report.document.SummaryReport;
import io.nmt.report.render.ReportJson;

/** Uses JNA and Netty, whose classes may come from an archive. */
public final class ArchivedLibraries {
    private static final int HELD_BYTES = 1000;
    private static final int POOLED_BYTES = 5000;

    private ArchivedLibraries() {}

    public static void main(String[] arguments) {
        Native.malloc(HELD_BYTES);
        ByteBuf grown = PooledByteBufAllocator.DEFAULT.directBuffer(1).writeZero(POOLED_BYTES);
        grown.retainedSlice(0, 1).touch("hint").release();
        grown.release();
        ByteBuf held = PooledByteBufAllocator.DEFAULT.directBuffer(POOLED_BYTES);
        if (arguments.length > 0) {
            Figures.print(
                    "figures end " + ReportJson.of(SummaryReport.of(NativeMemory.snapshot(), NativeMemory.pools())));
        }
        Figures.print("held " + held.capacity());
    }
}
