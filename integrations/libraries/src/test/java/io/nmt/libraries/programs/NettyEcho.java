package io.nmt.libraries.programs;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetric;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A server that echoes what a client sends, with an allocator of the kind that {@code io.netty.allocator.type} names.
 */
public final class NettyEcho {
    /** More than any chunk: a pool hands it out as a block of its own. */
    public static final int LEAK_BYTES = 5 << 20;

    /** The largest message of the client, in bytes. */
    public static final int LARGEST_MESSAGE_BYTES = 700_000 * Long.BYTES;

    private static final int HELD_BYTES = 100_000;

    private NettyEcho() {}

    public static void main(String[] arguments) throws Exception {
        new Rounds(arguments).run(NettyEcho::echo);
    }

    private static String echo(int leaks) throws Exception {
        boolean adaptive = ByteBufAllocator.DEFAULT instanceof AdaptiveByteBufAllocator;
        // A pool of its own: the default one keeps its chunks for the JVM's life. Adaptive ones all do.
        ByteBufAllocator allocator = adaptive ? Adaptive.ALLOCATOR : newAllocator();
        long checksum = transfer(allocator);
        List<ByteBuf> held = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            held.add(allocator.directBuffer(HELD_BYTES, HELD_BYTES));
        }
        ByteBufAllocatorMetric metric = ((ByteBufAllocatorMetricProvider) allocator).metric();
        if (leaks == 0) {
            Figures.sayOwn("bytes", metric.usedDirectMemory());
            Figures.sayCollected("open");
        }
        held.forEach(ByteBuf::release);
        Rounds.sayKept(adaptive ? metric.usedDirectMemory() : 0, leaks);
        ByteBufAllocator leaking = newAllocator();
        for (int i = 0; i < leaks; i++) {
            Rounds.leak(leaking.directBuffer(LEAK_BYTES, LEAK_BYTES));
        }
        return allocator.getClass().getSimpleName() + " like "
                + ByteBufAllocator.DEFAULT.getClass().getSimpleName() + " " + checksum;
    }

    private static ByteBufAllocator newAllocator() {
        if (ByteBufAllocator.DEFAULT instanceof AdaptiveByteBufAllocator) {
            return new AdaptiveByteBufAllocator(true);
        }
        return ByteBufAllocator.DEFAULT instanceof PooledByteBufAllocator
                ? new PooledByteBufAllocator(true)
                : new UnpooledByteBufAllocator(true);
    }

    @SuppressWarnings("deprecation") // of NioEventLoopGroup: Netty 4.1 has no other
    private static long transfer(ByteBufAllocator allocator) throws Exception {
        EventLoopGroup group = new NioEventLoopGroup(2);
        try {
            Channel server = new ServerBootstrap()
                    .group(group)
                    .channel(NioServerSocketChannel.class)
                    .childOption(ChannelOption.ALLOCATOR, allocator)
                    .childHandler(new Echo())
                    .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                    .sync()
                    .channel();
            NettyClient client = new NettyClient();
            Channel connection = new Bootstrap()
                    .group(group)
                    .channel(NioSocketChannel.class)
                    .option(ChannelOption.ALLOCATOR, allocator)
                    .handler(client)
                    .connect(server.localAddress())
                    .sync()
                    .channel();
            long checksum = client.checksum().get(10, TimeUnit.MINUTES);
            connection.close().sync();
            server.close().sync();
            return checksum;
        } finally {
            group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
        }
    }

    private static final class Echo extends ChannelInitializer<SocketChannel> {
        @Override
        protected void initChannel(SocketChannel channel) {
            channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext context, Object message) {
                    ChannelFuture unused = context.writeAndFlush(message, context.voidPromise());
                }
            });
        }
    }

    /**
     * An adaptive allocator. Its memory for size classes stays when no object refers to the allocator any more: it is
     * used again.
     */
    private static final class Adaptive {
        static final ByteBufAllocator ALLOCATOR = new AdaptiveByteBufAllocator(true);
    }
}
