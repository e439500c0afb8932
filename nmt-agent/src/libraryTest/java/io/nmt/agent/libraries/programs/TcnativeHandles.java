package io.nmt.agent.libraries.programs;

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

    private static SslContext context() throws SSLException {
        return SslContextBuilder.forClient()
                .sslProvider(SslProvider.OPENSSL_REFCNT)
                .build();
    }

    private static SSLEngine engine(SslContext context) {
        return context.newEngine(UnpooledByteBufAllocator.DEFAULT);
    }

    private static String work() throws SSLException {
        SslContext context = context();
        SSLEngine engine = engine(context);
        SSLEngine closed = engine(context);
        String result = engine.getEnabledProtocols().length + " " + context.isClient();
        closed.closeOutbound();
        ReferenceCountUtil.release(closed);
        ReferenceCountUtil.release(engine);
        ReferenceCountUtil.release(context);
        return result;
    }

    private static void leak() throws SSLException {
        SslContext context = context();
        Rounds.leak(context);
        for (int i = 0; i < 3; i++) {
            Rounds.leak(engine(context));
        }
        SslContext other = context();
        Rounds.leak(other);
        Rounds.leak(engine(other));
    }
}
