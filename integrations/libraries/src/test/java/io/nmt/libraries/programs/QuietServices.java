package io.nmt.libraries.programs;

/** Services of several frameworks, none of which forgets anything, and their load, until a line is read. */
public final class QuietServices {
    private QuietServices() {}

    public static void main(String[] arguments) throws Exception {
        String quiet = arguments[0];
        Load.Client grpc = GrpcService.start(quiet);
        Load.Client reactor = ReactorService.start(quiet);
        Load.Client vertx = VertxService.start(quiet);
        Load.run(audited -> {
            grpc.send(audited);
            reactor.send(audited);
            vertx.send(audited);
        });
    }
}
