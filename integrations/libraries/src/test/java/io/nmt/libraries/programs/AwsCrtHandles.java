package io.nmt.libraries.programs;

import software.amazon.awssdk.crt.io.ClientBootstrap;
import software.amazon.awssdk.crt.io.EventLoopGroup;
import software.amazon.awssdk.crt.io.HostResolver;
import software.amazon.awssdk.crt.io.SocketOptions;
import software.amazon.awssdk.crt.io.TlsContext;
import software.amazon.awssdk.crt.io.TlsContextOptions;

/** Makes what a client of AWS needs, whose parts refer to each other. */
public final class AwsCrtHandles {
    private AwsCrtHandles() {}

    public static void main(String[] arguments) throws Exception {
        HandleRounds.run(AwsCrtHandles::work, AwsCrtHandles::leak);
    }

    private static String work() {
        try (EventLoopGroup loops = new EventLoopGroup(1);
                HostResolver resolver = new HostResolver(loops);
                ClientBootstrap bootstrap = new ClientBootstrap(loops, resolver);
                TlsContextOptions options = TlsContextOptions.createDefaultClient();
                TlsContext context = new TlsContext(options);
                SocketOptions socket = new SocketOptions()) {
            HandleRounds.closeEarly(loops); // the bootstrap still needs it
            return bootstrap.isNull() + " " + context.isNull() + " " + socket.connectTimeoutMs;
        }
    }

    private static void leak() {
        TlsContextOptions options = TlsContextOptions.createDefaultClient();
        Rounds.leak(options);
        for (int i = 0; i < 3; i++) {
            Rounds.leak(new TlsContext(options));
        }
    }
}
