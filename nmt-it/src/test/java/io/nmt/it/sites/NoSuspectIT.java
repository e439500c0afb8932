package io.nmt.it.sites;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.nmt.it.programs.ClassLoadersProgram;
import io.nmt.it.programs.StartedThreadsProgram;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;

/** Threads and class loaders of quiet programs are no suspects. */
@Order(1) // it waits for minutes, beside others
class NoSuspectIT {
    private static final int QUIET_SECONDS = 60;

    /** Loaders of 300 parts that stay, and of scripts that go. */
    @OnEveryJdk
    void loadersThatGoAreNoSuspect(Jdk jdk) throws Exception {
        try (Child child = ChildJvm.withoutC2(jdk).allowAttach().agent().start(ClassLoadersProgram.class, "quiet")) {
            child.awaitLine("ready");
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(QUIET_SECONDS);
            while (System.nanoTime() < end) {
                assertThat(LoadersIT.loaders(jdk, child).get("statements").findValuesAsText("kind"))
                        .isSubsetOf("NORMAL", "UNKNOWN");
                TimeUnit.SECONDS.sleep(5);
            }
            child.say("stop");
            child.awaitLine("kept " + ClassLoadersProgram.PARTS);
            JsonNode plugins = LoadersIT.row(LoadersIT.loaders(jdk, child), LoadersIT.LOADER);
            assertThat(plugins.get("loaders").asLong()).isEqualTo(ClassLoadersProgram.PARTS);
            child.say("finish");
            child.await().expectSuccess();
        }
    }

    @OnEveryJdk
    void aQuietServerHasNoSuspect(Jdk jdk) throws Exception {
        try (Child child = ChildJvm.withoutC2(jdk).allowAttach().agent().start(StartedThreadsProgram.class, "quiet")) {
            child.awaitLine("ready");
            child.awaitLine("started");
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(QUIET_SECONDS);
            while (System.nanoTime() < end) {
                assertThat(ThreadsIT.threads(jdk, child).get("statements").findValuesAsText("kind"))
                        .isSubsetOf("NORMAL", "UNKNOWN");
                TimeUnit.SECONDS.sleep(5);
            }
            JsonNode told = ThreadsIT.threads(jdk, child);
            JsonNode pools = ThreadsIT.group(told, name -> name.equals("pool-N-thread-N"));
            int all = StartedThreadsProgram.QUIET_POOLS * StartedThreadsProgram.THREADS_OF_POOL;
            assertThat(pools.get("count").asInt()).isEqualTo(all);
            assertThat(pools.get("idle").asInt()).isEqualTo(all);
            assertThat(pools.get("executors").asInt()).isEqualTo(StartedThreadsProgram.QUIET_POOLS);
            assertThat(ThreadsIT.group(told, name -> name.equals("main"))).isNotNull();
            assertThat(runCommand(jdk, "rss", child).expectExit(0).out())
                    .doesNotContain("LEAK", "GROWING Threads", " threads pool-");
            child.say("stop");
            child.say("finish");
            child.await().expectSuccess();
        }
    }
}
