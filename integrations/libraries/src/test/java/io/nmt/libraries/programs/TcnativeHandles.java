package io.nmt.libraries.programs;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/** Makes TLS contexts and engines that are freed by counting references. */
public final class TcnativeHandles {
    private TcnativeHandles() {}

    public static void main(String[] arguments) throws Exception {
        HandleRounds.run(TcnativeHandles::work, TcnativeHandles::leak);
    }

    private static SslContextBuilder builder() {
        return SslContextBuilder.forClient().sslProvider(SslProvider.OPENSSL_REFCNT);
    }

    private static String work() throws SSLException {
        SslContext context = builder().build();
        SSLEngine engine = context.newEngine(UnpooledByteBufAllocator.DEFAULT);
        SSLEngine closed = context.newEngine(UnpooledByteBufAllocator.DEFAULT);
        String result = engine.getEnabledProtocols().length + " " + context.isClient();
        closed.closeOutbound();
        ReferenceCountUtil.release(closed);
        ReferenceCountUtil.release(engine);
        ReferenceCountUtil.release(context);
        return result;
    }

    private static void leak() throws SSLException {
        SslContext context = builder().build();
        Rounds.leak(context);
        for (int i = 0; i < 3; i++) {
            Rounds.leak(context.newEngine(UnpooledByteBufAllocator.DEFAULT));
        }
        SslContext other = builder().build();
        Rounds.leak(other);
        Rounds.leak(other.newEngine(UnpooledByteBufAllocator.DEFAULT));
    }
}
