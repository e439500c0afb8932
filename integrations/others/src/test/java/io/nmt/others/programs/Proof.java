package io.nmt.others.programs;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.github.jamm.MemoryMeter;
import org.mockito.Mockito;
import reactor.blockhound.BlockingOperationError;

/** Uses an agent as its users do, and prints {@code proof: } and what came of it. */
final class Proof {
    private Proof() {}

    static void of(String agent) throws Exception {
        System.out.println("proof: "
                + switch (agent) {
                    case "blockhound" -> blockHound();
                    case "jamm" -> MemoryMeter.builder().build().measure(new byte[1_000_000]);
                    case "mockito" -> mockito();
                    case "coroutines" -> coroutines();
                    case "arthas" -> Arthas.traces(Integer.getInteger("held.port"));
                    case "jmx_exporter" -> scrape().contains("jvm_threads_current");
                    default -> throw new IllegalArgumentException(agent);
                });
    }

    /** A thread that must not block sleeps. */
    private static String blockHound() throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        Thread.sleep(1);
                    } catch (BlockingOperationError | InterruptedException e) {
                        thrown.set(e);
                    }
                },
                EventLoop.NAME);
        thread.start();
        thread.join();
        return String.valueOf(thrown.get());
    }

    private static String scrape() throws IOException {
        URI metrics = URI.create("http://127.0.0.1:" + System.getProperty("held.port") + "/metrics");
        try (InputStream in = metrics.toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String mockito() {
        return nameOf(Mockito.mock(Sealed.class, call -> "mocked"));
    }

    private static String nameOf(Sealed sealed) {
        return sealed.name();
    }

    private static Object coroutines() throws ReflectiveOperationException {
        Class<?> type = Class.forName("kotlinx.coroutines.debug.internal.AgentInstallationType");
        for (java.lang.reflect.Method method : type.getDeclaredMethods()) {
            if (method.getName().startsWith("isInstalledStatically")) {
                return method.invoke(type.getField("INSTANCE").get(null));
            }
        }
        throw new NoSuchMethodException(type.getName());
    }

    /** Can be mocked only by a change of its code. */
    static final class Sealed {
        String name() {
            return "true";
        }
    }
}
