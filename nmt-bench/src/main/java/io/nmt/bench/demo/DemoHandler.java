package io.nmt.bench.demo;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;

/** Serves one connection: a response in a pooled buffer, and a scratch buffer for as long as the connection lives. */
final class DemoHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
    private final Workload workload;
    private ScratchBuffer scratch;

    DemoHandler(Workload workload) {
        this.workload = workload;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        scratch = new ScratchBuffer(PagedFile.PAGE_BYTES);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        scratch.close();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        ByteBuf body = context.alloc().directBuffer(Workload.RESPONSE_BYTES);
        try {
            workload.serve(scratch, body);
        } catch (RuntimeException | Error e) {
            body.release();
            throw e;
        }
        FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, body);
        response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
        context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }

    /** The client sees a closed connection and ends the demo. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // closing is the last thing to be done about it
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        System.err.println("A request failed: " + cause);
        context.close();
    }
}
