package io.nmt.agent.libraries;

import static io.nmt.agent.support.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.agent.libraries.programs.HttpService;
import io.nmt.agent.support.Child;
import io.nmt.agent.support.ChildJvm;
import io.nmt.agent.support.Jdk;
import io.nmt.agent.support.OnEveryJdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

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
    private static final long WITHIN_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final int QUIET_SECONDS = 30;

    private static Child start(Jdk jdk, String argument) throws IOException {
        return ChildJvm.on(jdk)
                .agent()
                .allowAttach()
                .options("-Xmx64m", "-XX:MaxDirectMemorySize=1g")
                .options(LibraryOptions.unsafe(jdk).toArray(String[]::new))
                .classPath(ClassPath.jars(JARS).toArray(Path[]::new))
                .start(HttpService.class, argument);
    }

    private static JsonNode pools(Jdk jdk, Child child) throws IOException {
        return JSON.readTree(
                runCommand(jdk, "pools", child, "--json").expectExit(0).out());
    }

    @OnEveryJdk
    void namesTheHandlerThatForgets(Jdk jdk) throws Exception {
        try (Child child = start(jdk, "leak")) {
            child.awaitLine("ready");
            long start = System.nanoTime();
            JsonNode pools;
            boolean leaks;
            do {
                TimeUnit.SECONDS.sleep(5);
                pools = pools(jdk, child);
                leaks = false;
                for (JsonNode finding : pools.get("findings")) {
                    leaks |= finding.asText().startsWith("Leak");
                }
            } while (!leaks && System.nanoTime() - start < WITHIN_NANOS);
            assertThat(leaks).as(pools::toString).isTrue();
            JsonNode first = pools.get("sites").get(0);
            assertThat(first.get("lastSeen").get(0).get("class").asText())
                    .as(pools::toString)
                    .isEqualTo(FORGETFUL);
            assertThat(pools.get("findings").get(0).asText()).startsWith("Leak").contains("last in " + FORGETFUL);
            assertThat(runCommand(jdk, "leaks", child).expectExit(0).out())
                    .containsPattern("(?m)^Leak: .*Audit|^Leak suspects: growing");
            child.say("finish");
            child.await().expectExit(0);
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
