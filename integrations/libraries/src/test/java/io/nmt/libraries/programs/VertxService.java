package io.nmt.libraries.programs;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.concurrent.TimeUnit;

/**
 * A service of Vert.x and its load, until a line is read. It puts a handler of its own into Netty's pipeline, as
 * Vert.x copies what its own handlers get. With the argument {@code leak}, that one retains what each tenth request
 * has, and forgets it.
 */
public final class VertxService {
    private static final int START_SECONDS = 60;

    private VertxService() {}

    /** Sees all that is received before Vert.x does. */
    private static final class Audit extends ChannelDuplexHandler {
        private final boolean leaks;
        private boolean audited;

        Audit(boolean leaks) {
            this.leaks = leaks;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest request) {
                audited = request.uri().equals(Load.AUDIT);
            }
            if (audited && message instanceof HttpContent content) {
                audit(content.retain());
            }
            context.fireChannelRead(message);
        }

        private void audit(HttpContent content) {
            if (!leaks) {
                content.release();
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        Load.run(start(arguments[0]));
    }

    static Load.Client start(String mode) throws Exception {
        boolean leaks = mode.equals("leak");
        HttpServer server = Vertx.vertx()
                .createHttpServer()
                .connectionHandler(connection -> pipeline(connection).addBefore("handler", "audit", new Audit(leaks)))
                .requestHandler(VertxService::answer)
                .listen(0, "localhost")
                .toCompletionStage()
                .toCompletableFuture()
                .get(START_SECONDS, TimeUnit.SECONDS);
        return Load.posting(server.actualPort(), Load.BODY_BYTES);
    }

    private static ChannelPipeline pipeline(HttpConnection connection) {
        return ((ConnectionBase) connection).channel().pipeline();
    }

    private static void answer(HttpServerRequest request) {
        request.body().onSuccess(body -> request.response().end("done"));
    }
}
