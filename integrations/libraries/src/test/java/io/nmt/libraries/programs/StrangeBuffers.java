package io.nmt.libraries.programs;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.AbstractReferenceCounted;
import io.netty.util.ReferenceCounted;

/**
 * Uses buffers and messages of its own that are allowed and that Netty itself never minds; and says what came of it.
 * The argument is what to use.
 */
public final class StrangeBuffers {
    private static final int TIMES = 2000;

    private StrangeBuffers() {}

    /** Shows its own memory. */
    private static final class Circle extends UnpooledHeapByteBuf {
        Circle() {
            super(UnpooledByteBufAllocator.DEFAULT, Long.BYTES, Long.BYTES);
        }

        @Override
        public ByteBuf unwrap() {
            return this;
        }
    }

    /** Answers as nobody asks it to. */
    private static final class Message extends AbstractReferenceCounted {
        private final boolean fails;

        Message(boolean fails) {
            this.fails = fails;
        }

        @Override
        protected void deallocate() {}

        @Override
        public ReferenceCounted touch(Object hint) {
            if (fails) {
                throw new UnsupportedOperationException("touch");
            }
            return null;
        }
    }

    public static void main(String[] arguments) {
        switch (arguments[0]) {
            case "pooled" -> takeAndRelease();
            case "circle" -> compose();
            default -> pass();
        }
    }

    private static void takeAndRelease() {
        int released = 0;
        for (int i = 0; i < TIMES; i++) {
            ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(i + 1);
            buffer.retain();
            buffer.release();
            released += buffer.release() ? 1 : 0;
        }
        Figures.print("released " + released);
    }

    private static void compose() {
        Circle circle = new Circle();
        circle.writeLong(1);
        circle.touch("here");
        CompositeByteBuf all = Unpooled.compositeBuffer();
        all.addComponent(true, circle);
        Figures.print("composed " + all.readableBytes());
    }

    private static void pass() {
        EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object message) {
                Figures.print("got " + message.getClass().getSimpleName());
            }
        });
        channel.writeInbound(new Message(false), new Message(true));
        channel.checkException();
    }
}
