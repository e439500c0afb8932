package io.nmt.agent.libraries;

import static io.nmt.agent.support.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.agent.libraries.programs.HttpService;
import io.nmt.agent.support.Child;
import io.nmt.agent.support.ChildJvm;
import io.nmt.agent.support.Jdk;
import io.nmt.agent.support.Jdks;
import io.nmt.agent.support.OnEveryJdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A service of Netty's under load: which of its handlers forgets to release what it gets. */
class HttpServiceIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String[] JARS = {
        "netty-codec-http",
        "netty-codec-base",
        "netty-handler",
        "netty-transport",
        "netty-transport-native-unix-common",
        "netty-resolver",
        "netty-buffer",
        "netty-common"
    };
    private static final String FORGETFUL = HttpService.class.getName() + "$Audit";
    private static final String KEEPING = HttpService.class.getName() + "$Keeping";
    private static final long WITHIN_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final int QUIET_SECONDS = 30;

    private static Child start(Jdk jdk, String argument, String... options) throws IOException {
        return ChildJvm.on(jdk)
                .agent()
                .allowAttach()
                .options("-Xmx64m", "-XX:MaxDirectMemorySize=1g")
                .options(options)
                .options(LibraryOptions.unsafe(jdk).toArray(String[]::new))
                .classPath(ClassPath.jars(JARS).toArray(Path[]::new))
                .start(HttpService.class, argument);
    }

    private static JsonNode pools(Jdk jdk, Child child) throws IOException {
        return JSON.readTree(
                runCommand(jdk, "pools", child, "--json").expectExit(0).out());
    }

    /** What {@code pools} says once it says that there is a leak. */
    private static JsonNode poolsOnceTheyLeak(Jdk jdk, Child child) throws Exception {
        child.awaitLine("ready");
        long start = System.nanoTime();
        while (true) {
            TimeUnit.SECONDS.sleep(5);
            JsonNode pools = pools(jdk, child);
            if (pools.get("findings").get(0).asText().startsWith("Leak")) {
                return pools;
            }
            assertThat(System.nanoTime() - start).as(pools::toString).isLessThan(WITHIN_NANOS);
        }
    }

    @OnEveryJdk
    void namesTheHandlerThatForgets(Jdk jdk) throws Exception {
        try (Child child = start(jdk, "leak")) {
            checkForgetful(poolsOnceTheyLeak(jdk, child));
            assertThat(runCommand(jdk, "leaks", child).expectExit(0).out())
                    .containsPattern("(?m)^Leak: .*Audit|^Leak suspects: growing");
            child.say("finish");
            child.await().expectExit(0);
        }
    }

    private static void checkForgetful(JsonNode pools) {
        assertThat(pools.get("findings").get(0).asText()).contains("last in " + FORGETFUL);
    }

    /** Netty does not tell who has a buffer then, unless it is asked to. */
    @Test
    void namesItWithoutLeakDetection() throws Exception {
        Jdk jdk = Jdks.all().findFirst().orElseThrow();
        try (Child child = start(jdk, "leak", "-Dio.netty.leakDetection.level=disabled")) {
            checkForgetful(poolsOnceTheyLeak(jdk, child));
        }
    }

    /** The one that had it last is another then: it has released it. */
    @OnEveryJdk
    void namesTheHandlerThatRetains(Jdk jdk) throws Exception {
        try (Child child = start(jdk, "keep")) {
            JsonNode pools = poolsOnceTheyLeak(jdk, child);
            assertThat(pools.get("findings").get(0).asText()).contains("most of it retained by " + KEEPING);
        }
    }

    @OnEveryJdk
    void doesNotAccuseOneThatDoesNot(Jdk jdk) throws Exception {
        try (Child child = start(jdk, "quiet")) {
            child.awaitLine("ready");
            TimeUnit.SECONDS.sleep(QUIET_SECONDS);
            JsonNode pools = pools(jdk, child);
            for (JsonNode finding : pools.get("findings")) {
                assertThat(finding.asText()).as(pools::toString).doesNotStartWith("Leak");
            }
            child.say("finish");
            child.await().expectExit(0);
        }
    }
}
