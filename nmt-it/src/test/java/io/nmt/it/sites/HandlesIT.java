package io.nmt.it.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.it.programs.NativeHandles;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Objects that own native memory are counted from their constructors until they are closed. */
class HandlesIT {
    private static final String HANDLE = NativeHandles.class.getName() + "$Handle";
    private static final String NESTED = NativeHandles.class.getName() + "$Nested";
    private static final String OPTION = "handles=" + HANDLE + "#close";
    private static final ObjectMapper JSON = new ObjectMapper();

    // An estimate is further than six standard errors from the truth in 2 of 10^9 runs.
    private static final int CERTAIN = 6;

    @OnOldestAndNewestJdk
    void fromTheStart(Jdk jdk) throws IOException {
        try (Child child = ChildJvm.withC2InCi(jdk).allowAttach().agent(OPTION).start(NativeHandles.class)) {
            child.awaitLine("ready");
            child.say("go");
            child.awaitLine("made");
            JsonNode made = handles(jdk, child);
            int early = NativeHandles.EARLY;
            assertHandle(made, early + NativeHandles.KEPT + NativeHandles.LOST, early + NativeHandles.CLOSED);
            assertSite(made, "keep", NativeHandles.KEPT - NativeHandles.CLOSED, 0);
            assertSite(made, "lose", 0, NativeHandles.LOST);
            JsonNode nested = ofClass(made, NESTED);
            assertThat(nested.get("created").asInt()).isEqualTo(NativeHandles.NESTED);
            assertThat(nested.get("open").asInt()).isEqualTo(NativeHandles.NESTED);

            child.say("more");
            child.awaitLine("many");
            assertEstimates(handles(jdk, child));
            assertThat(ChildJvm.runCommand(jdk, "handles", child, "--stacks")
                            .expectExit(0)
                            .out())
                    .containsPattern("^(UNKNOWN growth|LEAK|NORMAL) ?.*")
                    .contains(
                            "\nNative handles: objects that own native memory until they are closed\n",
                            "NativeHandles.often(NativeHandles.java:",
                            "threads: main");
            child.say("finish");
            child.await().expectSuccess();
        }
    }

    /** Handles from before the agent are unknown, and their end does not count. */
    @OnOldestAndNewestJdk
    void attachedLate(Jdk jdk) throws IOException {
        try (Child child = ChildJvm.withC2InCi(jdk).allowAttach().start(NativeHandles.class)) {
            child.awaitLine("ready");
            ChildJvm.runAgentJar(jdk, "attach", Long.toString(child.pid()), OPTION)
                    .expectSuccess();
            child.say("go");
            child.awaitLine("made");
            JsonNode made = handles(jdk, child);
            assertHandle(made, NativeHandles.KEPT + NativeHandles.LOST, NativeHandles.CLOSED);
            assertSite(made, "keep", NativeHandles.KEPT - NativeHandles.CLOSED, 0);
            assertSite(made, "lose", 0, NativeHandles.LOST);
            child.say("more");
            child.awaitLine("many");
            assertEstimates(handles(jdk, child));
            child.say("finish");
            child.await().expectSuccess();
        }
    }

    @OnOldestAndNewestJdk
    void withoutSuchAClassThereIsNone(Jdk jdk) {
        try (Child child = ChildJvm.withC2InCi(jdk).agent().start(NativeHandles.class)) {
            child.awaitLine("ready");
            assertThat(ChildJvm.runCommand(jdk, "handles", child).expectExit(0).out())
                    .startsWith("No native handles since tracking began");
        }
    }

    private static JsonNode handles(Jdk jdk, Child child) throws IOException {
        return JSON.readTree(ChildJvm.runCommand(jdk, "handles", child, "--json", "--top", "0")
                        .expectExit(0)
                        .out())
                .get("handles");
    }

    private static JsonNode ofClass(JsonNode handles, String name) {
        for (JsonNode handle : handles) {
            if (handle.get("class").asText().equals(name)) {
                return handle;
            }
        }
        throw new AssertionError(name + " is not in " + handles);
    }

    private static void assertHandle(JsonNode handles, int created, int closed) {
        JsonNode handle = ofClass(handles, HANDLE);
        assertThat(handle.get("created").asInt()).as(handle::toString).isEqualTo(created);
        assertThat(handle.get("closed").asInt()).as(handle::toString).isEqualTo(closed);
        assertThat(handle.get("collected").asInt()).as(handle::toString).isEqualTo(NativeHandles.LOST);
        assertThat(handle.get("collectedError").asInt()).as(handle::toString).isZero();
        assertThat(handle.get("open").asInt()).as(handle::toString).isEqualTo(created - closed - NativeHandles.LOST);
    }

    private static List<JsonNode> sites(JsonNode handles, String method) {
        List<JsonNode> sites = new ArrayList<>();
        for (JsonNode site : ofClass(handles, HANDLE).get("sites")) {
            if (site.get("site").asText().startsWith(NativeHandles.class.getName() + "." + method + "(")) {
                sites.add(site);
            }
        }
        return sites;
    }

    private static void assertSite(JsonNode handles, String method, int open, int collected) {
        assertThat(sites(handles, method)).as(handles::toString).hasSize(1);
        JsonNode site = sites(handles, method).get(0);
        assertThat(site.get("open").asInt()).as(site::toString).isEqualTo(open);
        assertThat(site.get("collected").asInt()).as(site::toString).isEqualTo(collected);
    }

    private static void assertEstimates(JsonNode handles) {
        for (String method : new String[] {"seldom", "often"}) {
            double truth = NativeHandles.MANY * (method.equals("often") ? 0.75 : 0.25);
            double open = 0;
            double variance = 0;
            for (JsonNode site : sites(handles, method)) {
                open += site.get("open").asDouble();
                variance += Math.pow(site.get("standardError").asDouble(), 2);
            }
            assertThat(variance).isPositive().isLessThan(truth * truth / 100);
            assertThat(open).as(handles::toString).isCloseTo(truth, within(CERTAIN * Math.sqrt(variance)));
        }
        JsonNode handle = ofClass(handles, HANDLE);
        assertThat(handle.get("created").asInt())
                .isGreaterThanOrEqualTo(NativeHandles.MANY + NativeHandles.KEPT + NativeHandles.LOST);
    }
}
