package io.nmt.it.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.it.programs.SharedArenas;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import java.io.IOException;

/** Arenas that threads can share are counted from when they are opened until they are closed. */
class SharedArenasIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BY_THREADS = SharedArenas.THREADS * SharedArenas.OPENED_BY_THREAD;

    private static ChildJvm jvm(Jdk jdk) {
        assumeTrue(jdk.feature() >= 21, "java.lang.foreign");
        ChildJvm jvm = ChildJvm.on(jdk).allowAttach();
        return jdk.feature() == 21 ? jvm.options("--enable-preview") : jvm;
    }

    /** Also the first, whose class is hooked while it is being opened. */
    @OnEveryJdk
    void fromTheStart(Jdk jdk) throws IOException {
        try (Child child = jvm(jdk).agent().start(SharedArenas.class)) {
            child.awaitLine("ready");
            child.say("go");
            assertArenas(jdk, child);
        }
    }

    /** Those that were opened before are not known, and their end is none of what is counted. */
    @OnEveryJdk
    void attachedLate(Jdk jdk) throws IOException {
        try (Child child = jvm(jdk).start(SharedArenas.class, "early")) {
            child.awaitLine("ready");
            ChildJvm.runAgentJar(jdk, "attach", Long.toString(child.pid())).expectSuccess();
            child.say("go");
            assertArenas(jdk, child);
        }
    }

    private static void assertArenas(Jdk jdk, Child child) throws IOException {
        child.awaitLine("made");
        JsonNode handles = JSON.readTree(ChildJvm.runCommand(jdk, "handles", child, "--json")
                        .expectExit(0)
                        .out())
                .get("handles");
        assertThat(handles).as(handles::toString).hasSize(1);
        JsonNode arena = handles.get(0);
        assertThat(arena.get("class").asText()).isEqualTo("java.lang.foreign.Arena");
        assertThat(arena.get("created").asInt())
                .as(handles::toString)
                .isEqualTo(BY_THREADS + SharedArenas.KEPT + SharedArenas.LOST);
        assertThat(arena.get("closed").asInt()).as(handles::toString).isEqualTo(BY_THREADS + SharedArenas.CLOSED);
        assertThat(arena.get("collected").asInt()).as(handles::toString).isEqualTo(SharedArenas.LOST);
        assertThat(arena.get("collectedError").asInt()).as(handles::toString).isZero();
        JsonNode kept = arena.get("sites").get(0);
        assertThat(kept.get("site").asText()).startsWith(SharedArenas.class.getName() + ".keep(");
        assertThat(kept.get("open").asInt()).as(handles::toString).isEqualTo(SharedArenas.KEPT - SharedArenas.CLOSED);
        child.say("finish");
        child.await().expectSuccess();
    }
}
