package io.nmt.libraries.programs;

import io.netty.buffer.ByteBuf;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/**
 * A service of Reactor Netty and its load, until a line is read. With the argument {@code keep}, a handler retains the
 * buffers of each tenth request, and forgets them; with {@code operator}, it lets Reactor's own operator retain them.
 */
public final class ReactorService {
    private ReactorService() {}

    /** The use of the buffers of an audited request. */
    private static final class Audit {
        private final String mode;

        Audit(String mode) {
            this.mode = mode;
        }

        Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response) {
            return answer(received(request), response);
        }

        private Flux<ByteBuf> received(HttpServerRequest request) {
            return switch (mode) {
                case "keep" -> request.receive().doOnNext(Audit::keep);
                case "operator" -> request.receive().retain();
                default -> request.receive().retain().doOnNext(ByteBuf::release);
            };
        }

        private static void keep(ByteBuf buffer) {
            buffer.retain();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Load.run(start(arguments[0]));
    }

    static Load.Client start(String mode) {
        Audit audit = new Audit(mode);
        int port = HttpServer.create()
                .host("localhost")
                .port(0)
                .route(routes -> routes.post(Load.AUDIT, audit::handle)
                        .post(Load.ORDER, (request, response) -> answer(request.receive(), response)))
                .bindNow()
                .port();
        return Load.posting(port, Load.BODY_BYTES);
    }

    private static Publisher<Void> answer(Flux<ByteBuf> received, HttpServerResponse response) {
        return received.then(response.sendString(Mono.just("done")).then());
    }
}
