package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.libraries.programs.GrpcService;
import io.nmt.libraries.programs.QuietServices;
import io.nmt.libraries.programs.ReactorService;
import io.nmt.libraries.programs.VertxService;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import java.util.List;

/** Services of frameworks that use Netty, under load: which class forgets to release what it gets. */
class FrameworkLeaksIT {
    private static final List<String> NETTY = List.of(
            "netty-codec-http",
            "netty-codec-http2",
            "netty-codec-base",
            "netty-codec-compression",
            "netty-codec-dns",
            "netty-handler",
            "netty-transport",
            "netty-transport-native-unix-common",
            "netty-resolver",
            "netty-resolver-dns",
            "netty-buffer",
            "netty-common");
    private static final List<String> VERTX = List.of("vertx-core", "vertx-core-logging", "jackson-core");
    private static final List<String> GRPC =
            List.of("grpc-api", "grpc-core", "grpc-stub", "grpc-util", "guava", "failureaccess", "perfmark-api");
    private static final List<String> GRPC_NETTY = List.of("grpc-netty");
    private static final List<String> GRPC_WITH_ITS_OWN_NETTY = List.of("grpc-netty-shaded");
    private static final List<String> REACTOR =
            List.of("reactor-netty-http", "reactor-netty-core", "reactor-core", "reactive-streams");

    /** The jars that the service needs besides the programs. */
    private static ServiceRun start(
            Jdk jdk, Class<?> program, String mode, List<List<String>> jars, String... options) {
        String[] names = jars.stream().flatMap(List::stream).toArray(String[]::new);
        return ServiceRun.start(jdk, ClassPath.jars(names), program, mode, options);
    }

    /** Also where Netty's leak detection is disabled, as Vert.x does it. */
    @OnOldestAndNewestJdk
    void vertx(Jdk jdk) throws Exception {
        try (ServiceRun run = start(jdk, VertxService.class, "leak", List.of(NETTY, VERTX))) {
            assertThat(run.leak()).contains("Retained by " + VertxService.class.getName() + "$Audit (most)");
            run.finish();
        }
    }

    @OnOldestAndNewestJdk
    void reactor(Jdk jdk) throws Exception {
        try (ServiceRun run = start(jdk, ReactorService.class, "keep", List.of(NETTY, REACTOR))) {
            assertThat(run.leak()).contains("Retained by " + ReactorService.class.getName() + "$Audit (most)");
            run.finish();
        }
    }

    /** None of the application's classes retains anything then. */
    @OnOldestAndNewestJdk
    void operatorOfReactor(Jdk jdk) throws Exception {
        try (ServiceRun run = start(jdk, ReactorService.class, "operator", List.of(NETTY, REACTOR))) {
            assertThat(run.leak())
                    .contains("Last held by reactor.netty.channel.ChannelOperationsHandler (most)")
                    .contains("Retained by reactor.core.publisher.FluxPeek$PeekSubscriber (most)");
            run.finish();
        }
    }

    @OnOldestAndNewestJdk
    void grpc(Jdk jdk) throws Exception {
        try (ServiceRun run = start(jdk, GrpcService.class, "leak", List.of(NETTY, GRPC, GRPC_NETTY))) {
            checkGrpc(run.leak(), "io.grpc.netty.");
            run.finish();
        }
    }

    @OnOldestAndNewestJdk
    void grpcWithItsOwnNetty(Jdk jdk) throws Exception {
        try (ServiceRun run = start(jdk, GrpcService.class, "leak", List.of(GRPC, GRPC_WITH_ITS_OWN_NETTY))) {
            checkGrpc(run.leak(), "io.grpc.netty.shaded.io.grpc.netty.");
            run.finish();
        }
    }

    /**
     * It is gRPC that retains all messages, before a class of the application sees them, and of those that take them
     * from it by {@link io.grpc.Detachable} it does not tell Netty. So no class of the application is named.
     */
    private static void checkGrpc(String leak, String packageName) {
        assertThat(leak)
                .contains("Retained by " + packageName + "NettyServerStream$TransportState (most)")
                .doesNotContain(GrpcService.class.getSimpleName());
    }

    @OnOldestAndNewestJdk
    void quietServices(Jdk jdk) throws Exception {
        List<List<String>> jars = List.of(NETTY, VERTX, GRPC, GRPC_NETTY, REACTOR);
        try (ServiceRun run = start(jdk, QuietServices.class, "quiet", jars, ServiceRun.WITH_C2)) {
            run.poolsThatDoNotLeak();
            run.finish();
        }
    }
}
