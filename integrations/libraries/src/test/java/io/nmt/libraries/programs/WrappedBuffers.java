package io.nmt.libraries.programs;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.WrappedByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.PooledSite;

/**
 * Passes a buffer of a pool through handlers: the first wraps it, the second retains it and forgets that, the last
 * releases it. Tells who had it. The argument is what it is wrapped in.
 */
public final class WrappedBuffers {
    private static final int BYTES = 4096;

    private WrappedBuffers() {}

    /** Has a count of its own, as Ratpack's {@code ByteBufRef} has: what it wraps is released with the last of it. */
    private static final class Counted extends WrappedByteBuf {
        private int count = 1;

        Counted(ByteBuf buffer) {
            super(buffer);
        }

        @Override
        public ByteBuf retain() {
            count++;
            return this;
        }

        @Override
        public boolean release() {
            return --count == 0 && buf.release();
        }
    }

    private static final class Wrapping extends ChannelInboundHandlerAdapter {
        private final boolean counted;

        Wrapping(boolean counted) {
            this.counted = counted;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf buffer = (ByteBuf) message;
            ByteBuf head = context.alloc().heapBuffer(1).writeByte(1);
            context.fireChannelRead(
                    counted ? new Counted(buffer) : Unpooled.wrappedUnmodifiableBuffer(head, buffer.slice()));
        }
    }

    private static final class Keeping extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ((ByteBuf) message).retain();
            context.fireChannelRead(message);
        }
    }

    private static final class Last extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ((ByteBuf) message).release();
        }
    }

    public static void main(String[] arguments) {
        EmbeddedChannel channel =
                new EmbeddedChannel(new Wrapping(arguments[0].equals("counted")), new Keeping(), new Last());
        ByteBuf buffer = new PooledByteBufAllocator(true).directBuffer(BYTES).writeZero(BYTES);
        channel.writeInbound(buffer);
        channel.checkException();
        for (PooledSite site : NativeMemory.pooledBuffers()) {
            Figures.print("taken " + site.usage().liveBytes());
            site.held().lastSeen().forEach(holder -> Figures.print("last in " + holder.className()));
            site.held().retainedBy().forEach(holder -> Figures.print("retained by " + holder.className()));
        }
        Figures.print("left " + buffer.refCnt());
    }
}
