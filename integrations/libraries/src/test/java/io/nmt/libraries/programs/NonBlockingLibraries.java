package io.nmt.libraries.programs;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.nmt.testkit.watchers.BlockingCalls;

/** An event loop under BlockHound that loads JNA and Netty, and reaches each of their hooks. */
public final class NonBlockingLibraries {
    private static final int HELD_BYTES = 1000;
    private static final int POOLED_BYTES = 5000;
    private static final int HUGE_BYTES = 20 << 20;

    private NonBlockingLibraries() {}

    public static void main(String[] arguments) throws Exception {
        BlockingCalls.install();
        BlockingCalls.run(NonBlockingLibraries::work);
        Figures.say("end");
        BlockingCalls.say();
    }

    static void work() {
        new Memory(HELD_BYTES).close();
        Native.free(Native.malloc(HELD_BYTES));
        Native.malloc(HELD_BYTES);
        use(PooledByteBufAllocator.DEFAULT);
        use(new AdaptiveByteBufAllocator());
        use(UnpooledByteBufAllocator.DEFAULT);
        pass(PooledByteBufAllocator.DEFAULT.directBuffer(POOLED_BYTES));
    }

    private static void use(ByteBufAllocator allocator) {
        ByteBuf kept = allocator.directBuffer(POOLED_BYTES);
        ByteBuf grown = allocator.directBuffer(1).writeZero(POOLED_BYTES);
        ByteBuf huge = allocator.directBuffer(HUGE_BYTES);
        ByteBuf slice = kept.retainedSlice(0, 1).touch("hint");
        slice.release();
        kept.retain().release();
        allocator.compositeBuffer().addComponent(true, kept).release();
        grown.release();
        huge.release();
    }

    private static void pass(ByteBuf message) {
        EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object read) {
                context.fireChannelRead(read);
            }
        });
        channel.writeInbound(message);
        channel.releaseInbound();
        channel.finishAndReleaseAll();
    }
}
