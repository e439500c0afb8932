package io.nmt.bench.demo;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.TimeUnit;

/** A Netty HTTP server on a free port of the loopback interface, as Netty's own examples set one up. */
final class DemoServer implements AutoCloseable {
    private static final int THREADS = 2;
    private static final int MAX_REQUEST_BYTES = 64 << 10;

    private final EventLoopGroup threads = new MultiThreadIoEventLoopGroup(THREADS, NioIoHandler.newFactory());
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final Channel listener;

    /**
     * Starts the server.
     *
     * @param workload what it does for each request; stays the caller's to close
     */
    DemoServer(Workload workload) {
        this.listener = new ServerBootstrap()
                .group(threads)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        connections.add(channel);
                        channel.pipeline()
                                .addLast(
                                        new HttpServerCodec(),
                                        new HttpObjectAggregator(MAX_REQUEST_BYTES),
                                        new DemoHandler(workload));
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel();
    }

    /**
     * The address of the server.
     *
     * @return the address for clients
     */
    URI uri() {
        InetSocketAddress address = (InetSocketAddress) listener.localAddress();
        return URI.create("http://127.0.0.1:" + address.getPort() + "/");
    }

    /** Stops listening, closes all connections and waits until the threads are done with both. */
    @Override
    public void close() {
        listener.close().syncUninterruptibly();
        // Left to the threads' shutdown, the handlers of some connections would not be told.
        connections.close().syncUninterruptibly();
        threads.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
