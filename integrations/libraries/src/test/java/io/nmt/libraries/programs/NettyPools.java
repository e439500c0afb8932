package io.nmt.libraries.programs;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Category;
import io.nmt.report.document.SummaryReport;
import io.nmt.report.render.ReportJson;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes buffers from pools, and tells what Netty says of its allocator, {@code netty LABEL: USED IN-USE}, and what we
 * say. Arguments: the allocator's kind, then {@code whole} or {@code attached}.
 */
public final class NettyPools {
    private static final int CHUNK_BYTES = 4 << 20;
    private static final int[] SIZES = {100, 5000, 20_000, 100_000, 700_000, 3_000_000, 2 * CHUNK_BYTES, 50, 60_000};

    private static final List<ByteBuf> BUFFERS = new ArrayList<>();

    private NettyPools() {}

    public static void main(String[] arguments) throws Exception {
        Figures.say("begin");
        if (arguments[1].equals("attached")) {
            attached();
        } else if (arguments[0].equals("adaptive")) {
            adaptive(new AdaptiveByteBufAllocator(true));
        } else {
            pooled(new PooledByteBufAllocator(true), new PooledByteBufAllocator(true));
        }
        System.exit(0);
    }

    private static void pooled(PooledByteBufAllocator allocator, PooledByteBufAllocator other) throws Exception {
        allocateAll(allocator);
        say("allocated", allocator);
        releaseEachSecond();
        say("some released", allocator);
        Thread thread = new Thread(() -> allocateAll(allocator));
        thread.start();
        thread.join();
        say("more allocated", allocator);
        ByteBuf buffer = other.directBuffer(1000);
        say("of two", allocator);
        buffer.release();
        releaseAll();
        say("all released", allocator);
        BUFFERS.add(allocator.directBuffer(1000));
        say("at the end", allocator);
    }

    private static void say(String label, PooledByteBufAllocator allocator) {
        long used = allocator.metric().usedDirectMemory();
        long pinned = allocator.pinnedDirectMemory();
        Figures.print("netty " + label + ": " + used + " " + pinned);
        sayPools(label);
    }

    private static void adaptive(AdaptiveByteBufAllocator allocator) throws Exception {
        allocateAll(allocator);
        say("allocated", allocator);
        releaseEachSecond();
        say("some released", allocator);
        Thread thread = new Thread(() -> allocateAll(allocator));
        thread.start();
        thread.join();
        say("more allocated", allocator);
        releaseAll();
        say("all released", allocator);
        BUFFERS.add(allocator.directBuffer(1000));
        say("at the end", allocator);
    }

    /** Netty does not tell what is in use: that is what each buffer could grow to without a move. */
    private static void say(String label, AdaptiveByteBufAllocator allocator) {
        long inUse = 0;
        for (ByteBuf buffer : BUFFERS) {
            inUse += buffer.maxFastWritableBytes();
        }
        Figures.print("netty " + label + ": " + allocator.metric().usedDirectMemory() + " " + inUse);
        sayPools(label);
    }

    private static void allocateAll(ByteBufAllocator allocator) {
        for (int bytes : SIZES) {
            BUFFERS.add(allocator.directBuffer(bytes));
        }
    }

    private static void releaseEachSecond() {
        for (int i = BUFFERS.size() - 1; i >= 0; i -= 2) {
            BUFFERS.remove(i).release();
        }
    }

    private static void releaseAll() {
        BUFFERS.forEach(ByteBuf::release);
        BUFFERS.clear();
    }

    /** Without an allocation: it would be one of its own category. */
    private static void sayPools(String label) {
        Figures.print("figures " + label + " "
                + ReportJson.of(SummaryReport.of(NativeMemory.snapshot(), NativeMemory.pools())));
    }

    private static void attached() throws Exception {
        PooledByteBufAllocator pooled = PooledByteBufAllocator.DEFAULT;
        AdaptiveByteBufAllocator adaptive = new AdaptiveByteBufAllocator(true);
        AdaptiveByteBufAllocator standard = (AdaptiveByteBufAllocator) ByteBufAllocator.DEFAULT;
        BUFFERS.add(pooled.directBuffer(1000));
        BUFFERS.add(adaptive.directBuffer(1000));
        BUFFERS.add(standard.directBuffer(1000));
        Figures.print("ready");
        System.in.read();
        Figures.print("attached; " + Category.DIRECT_BUFFER); // loads all that is printed with
        say("before", pooled);
        BUFFERS.remove(2).release();
        say("before, adaptive", standard);
        BUFFERS.add(pooled.directBuffer(3_900_000));
        BUFFERS.add(pooled.directBuffer(3_900_000));
        say("pooled", pooled);
        BUFFERS.clear();
        BUFFERS.add(adaptive.directBuffer(500_000));
        say("adaptive", adaptive);
    }
}
