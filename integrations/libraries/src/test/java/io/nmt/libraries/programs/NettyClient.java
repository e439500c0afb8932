package io.nmt.libraries.programs;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32;

/** Sends messages of many sizes, each once the one before has come back. */
final class NettyClient extends ChannelInboundHandlerAdapter {
    private static final int MESSAGES = 400;
    private static final int MOST_WORDS = 4096;
    private static final int ONE_IN_SO_MANY_IS_LARGE = 100;

    private final CompletableFuture<Long> checksum = new CompletableFuture<>();
    private final Random random = new Random(1);
    private final CRC32 crc = new CRC32();
    private int sent;
    private int bytesToCome;

    /** The checksum of all that came back. */
    CompletableFuture<Long> checksum() {
        return checksum;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        send(context);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        bytesToCome -= bytes.readableBytes();
        crc.update(bytes.nioBuffer());
        bytes.release();
        if (bytesToCome == 0 && sent < MESSAGES) {
            send(context);
        } else if (bytesToCome == 0) {
            checksum.complete(crc.getValue());
        }
    }

    private void send(ChannelHandlerContext context) {
        sent++;
        int words = sent % ONE_IN_SO_MANY_IS_LARGE == 0
                ? NettyEcho.LARGEST_MESSAGE_BYTES / Long.BYTES
                : 1 + random.nextInt(MOST_WORDS);
        bytesToCome = words * Long.BYTES;
        ByteBuf message = context.alloc().directBuffer(bytesToCome);
        for (int i = 0; i < words; i++) {
            message.writeLong(random.nextLong());
        }
        ChannelFuture unused = context.writeAndFlush(message, context.voidPromise());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        checksum.completeExceptionally(cause);
    }
}
