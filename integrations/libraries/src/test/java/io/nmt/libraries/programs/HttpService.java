package io.nmt.libraries.programs;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.multipart.HttpPostRequestDecoder;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * A service of ten handlers and its load, until a line is read. With the argument {@code leak}, one of the handlers
 * forgets to release each tenth request; with {@code keep} or {@code slice}, one retains it, or a part of it, and
 * passes it on; with {@code form}, one forgets the decoder that it reads it with (netty/netty#14452).
 */
public final class HttpService {
    private static final int BODY_BYTES = 4000;
    private static final int RESPONSE_BYTES = 256;
    private static final int LARGEST_BODY = 1 << 20;

    private HttpService() {}

    /** Passes all on. */
    private static class Passing extends ChannelInboundHandlerAdapter {}

    private static final class Tracing extends Passing {}

    private static final class Authentication extends Passing {}

    private static final class Quotas extends Passing {}

    private static final class Origins extends Passing {}

    private static final class Metrics extends Passing {}

    private static final class Routes extends Passing {}

    /** Answers what is to be audited itself, and releases it only if it is told to. */
    private static final class Audit extends ChannelInboundHandlerAdapter {
        private final boolean leaks;

        Audit(boolean leaks) {
            this.leaks = leaks;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            FullHttpRequest request = (FullHttpRequest) message;
            if (!request.uri().equals(Load.AUDIT)) {
                context.fireChannelRead(message);
                return;
            }
            answer(context);
            if (!leaks) {
                request.release();
            }
        }
    }

    /** Reads the form of what is to be audited. Its decoder takes memory, which {@code destroy} gives back. */
    private static final class Forms extends ChannelInboundHandlerAdapter {
        private final boolean leaks;

        Forms(boolean leaks) {
            this.leaks = leaks;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            FullHttpRequest request = (FullHttpRequest) message;
            if (request.uri().equals(Load.AUDIT)) {
                HttpPostRequestDecoder decoder = new HttpPostRequestDecoder(request);
                decoder.getBodyHttpDatas();
                if (!leaks) {
                    decoder.destroy();
                }
            }
            context.fireChannelRead(message);
        }
    }

    /** Keeps what is to be audited for later, which does not come. */
    private static final class Keeping extends ChannelInboundHandlerAdapter {
        private final boolean asPart;

        Keeping(boolean asPart) {
            this.asPart = asPart;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            FullHttpRequest request = (FullHttpRequest) message;
            if (request.uri().equals(Load.AUDIT)) {
                ByteBuf kept = asPart
                        ? request.content().retainedSlice(0, 1)
                        : request.content().retain();
                assert kept.isReadable();
            }
            context.fireChannelRead(message);
        }
    }

    private static final class Application extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            answer(context);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the connection ends where it fails
    private static void answer(ChannelHandlerContext context) {
        ByteBuf body =
                context.alloc().directBuffer(RESPONSE_BYTES).writeBytes("done".getBytes(StandardCharsets.US_ASCII));
        DefaultFullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, body);
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
        context.writeAndFlush(response);
    }

    private static ChannelInboundHandlerAdapter routes(String mode) {
        return switch (mode) {
            case "keep" -> new Keeping(false);
            case "slice" -> new Keeping(true);
            case "form" -> new Forms(true);
            case "quiet" -> new Forms(false);
            default -> new Routes();
        };
    }

    public static void main(String[] arguments) throws Exception {
        String mode = arguments[0];
        Channel server = new ServerBootstrap()
                .group(new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory()))
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline()
                                .addLast(new HttpServerCodec(), new HttpObjectAggregator(LARGEST_BODY))
                                .addLast(new Tracing(), new Authentication(), new Quotas(), new Origins())
                                .addLast(
                                        new Metrics(), routes(mode), new Audit(mode.equals("leak")), new Application());
                    }
                })
                .bind("localhost", 0)
                .sync()
                .channel();
        int port = ((InetSocketAddress) server.localAddress()).getPort();
        Load.run(Load.posting(port, BODY_BYTES));
    }
}
