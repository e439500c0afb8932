package io.nmt.others;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.jna.Native;
import io.netty.buffer.ByteBuf;
import io.netty.util.ReferenceCounted;
import io.nmt.others.programs.Held;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.FreePort;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import io.nmt.testkit.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.github.jamm.MemoryMeter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.Mockito;
import reactor.blockhound.BlockHound;

/**
 * The agent beside another one: it starts, counts as the JVM and the application count, keeps its hooks, and the other
 * one does its own work. With default options, on the oldest and the newest JDK.
 */
class OtherAgentsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PREFIX = "app: ";
    private static final String NATIVES_ARE_BOUND = "nmt: com.sun.jna.Native was loaded before the agent";

    private static final String ALLOCATED_BEFORE = "allocated before tracking began";
    private static final String LINKED_BEFORE = "calls by handles that were linked before";

    /** The place of ours: before the other agent, after it, or into the running JVM. */
    enum Place {
        FIRST,
        SECOND,
        LATE
    }

    static Stream<Arguments> matrix() {
        return OtherAgent.wanted()
                .flatMap(agent -> Stream.of(Place.values())
                        .flatMap(place ->
                                Jdks.ends().filter(agent::runsOn).map(jdk -> Arguments.of(agent, place, jdk))));
    }

    @ParameterizedTest(name = "{0}, ours {1}, {2}")
    @MethodSource("matrix")
    void bothDoTheirWork(OtherAgent other, Place place, Jdk jdk, @TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("jmx.yml"), "lowercaseOutputName: true\n");
        ChildJvm jvm =
                ChildJvm.on(jdk).in(directory).allowUnsafe().allowAttach().classPath(classPath());
        if (jdk.feature() > 21) {
            jvm.options("--enable-native-access=ALL-UNNAMED");
        }
        if (place == Place.FIRST) {
            jvm.agent();
        }
        jvm.options(other.options(directory, FreePort.find()));
        if (place == Place.SECOND) {
            jvm.agent();
        }
        List<Counts> counts = new ArrayList<>();
        Outcome outcome;
        try (Child child = jvm.start(Held.class)) {
            child.awaitLine(PREFIX + "ready");
            say(child, "hold", "held");
            if (place == Place.LATE) {
                ChildJvm.runCommand(jdk, "attach", child).expectExit(0);
            }
            counts.add(counts(child));
            say(child, "request", "answer hello");
            if (!other.question().isEmpty()) {
                child.say(other.question());
                child.awaitLineWith("proof: ");
            }
            for (String command : List.of("hold", "free", "hold")) {
                say(child, command, command.equals("hold") ? "held" : "freed");
                counts.add(counts(child));
            }
            assertComplete(jdk, child, place);
            child.say("end");
            outcome = child.await();
        }
        outcome.expectExit(0);
        assertThat(outcome.err().lines().filter(line -> line.startsWith("nmt: ")))
                .as(outcome::toString)
                .allMatch(line -> place == Place.LATE && line.startsWith(NATIVES_ARE_BOUND));
        assertThat(outcome.outLines().stream().filter(line -> line.startsWith(PREFIX) && !line.contains("figures")))
                .containsExactly(
                        "app: ready",
                        "app: held",
                        "app: answer hello",
                        "app: held",
                        "app: freed",
                        "app: held",
                        "app: ended");
        assertCounts(counts, place);
        assertThat(other.isProvenBy(outcome.out() + outcome.err(), directory))
                .as(outcome::toString)
                .isTrue();
    }

    private static void say(Child child, String command, String answer) {
        child.say(command);
        child.awaitLine(PREFIX + answer);
    }

    private static Counts counts(Child child) {
        child.say("figures");
        return Counts.parse(child.awaitLineWith(PREFIX + "figures "));
    }

    /** Figures grow and shrink as the application's do; those of direct buffers are the JVM's own. */
    private static void assertCounts(List<Counts> counts, Place place) {
        Counts held = counts.get(1);
        Counts freed = counts.get(2);
        Counts again = counts.get(3);
        if (place == Place.FIRST) {
            for (Counts each : counts) {
                // The JVM's pool has automatic arenas, too, as an agent may use.
                assertThat(each.pool().minus(each.direct()).blocks())
                        .as(counts::toString)
                        .isBetween(0L, each.foreign().blocks());
                assertThat(each.pool().minus(each.direct()).bytes())
                        .as(counts::toString)
                        .isBetween(0L, each.foreign().bytes());
            }
        }
        Amount unknown = counts.get(0).pool().minus(counts.get(0).direct());
        for (int i = 1; i < counts.size(); i++) {
            Counts before = counts.get(i - 1);
            Amount ours = counts.get(i).direct().minus(before.direct());
            Amount more = ours.minus(counts.get(i).pool().minus(before.pool()));
            // Buffers that were there before the agent may be freed meanwhile; in first place there are none.
            Amount foreign = counts.get(i).foreign();
            assertThat(more.blocks()).as(counts::toString).isBetween(-foreign.blocks(), unknown.blocks());
            assertThat(more.bytes()).as(counts::toString).isBetween(-foreign.bytes(), unknown.bytes());
            unknown = unknown.minus(more);
        }
        assertThat(again.unsafe().minus(freed.unsafe()))
                .as(counts::toString)
                .isEqualTo(Amount.of(Held.UNSAFE_BLOCKS, Held.UNSAFE_BYTES));
        // Blocks from before a late attach are not known.
        int holds = place == Place.LATE ? 1 : 2;
        assertThat(held.unsafe().minus(freed.unsafe()))
                .as(counts::toString)
                .isEqualTo(Amount.of(holds * Held.UNSAFE_BLOCKS, Held.UNSAFE_BYTES));
        if (place != Place.LATE) {
            assertThat(held.jna().minus(freed.jna()))
                    .as(counts::toString)
                    .isEqualTo(Amount.of(2 * Held.JNA_BLOCKS, Held.JNA_BYTES));
            assertThat(again.jna().minus(freed.jna()))
                    .as(counts::toString)
                    .isEqualTo(Amount.of(Held.JNA_BLOCKS, Held.JNA_BYTES));
        }
    }

    /** Nothing is said to be missing, and the pool's buffers are those that the application holds. */
    private static void assertComplete(Jdk jdk, Child child, Place place) throws Exception {
        JsonNode summary = JSON.readTree(ChildJvm.runCommand(jdk, "summary", child, "--json")
                .expectExit(0)
                .out());
        List<String> notTracked = new ArrayList<>();
        for (int i = 0; i < summary.path("notTracked").size(); i++) {
            // What agents that start before ours allocate or link is in no figure, and said to be missing.
            String why = summary.path("notTrackedWhy").path(i).asText();
            boolean before = (place == Place.SECOND && why.contains(ALLOCATED_BEFORE))
                    || (place != Place.FIRST && why.contains(LINKED_BEFORE));
            if (!before) {
                notTracked.add(summary.path("notTracked").path(i).asText());
            }
        }
        // The natives of JNA that are bound already stay as they are.
        assertThat(notTracked).as(summary::toPrettyString).isEqualTo(place == Place.LATE ? List.of("JNA") : List.of());
        assertThat(summary.path("untrackedBlocks").asLong())
                .as(summary::toPrettyString)
                .isZero();
        JsonNode pools = JSON.readTree(
                ChildJvm.runCommand(jdk, "pools", child, "--json").expectExit(0).out());
        assertThat(pools.findValues("inUseBytes").toString())
                .as(pools::toPrettyString)
                .contains(Long.toString((long) Held.POOLED_BUFFERS * Held.POOLED_BYTES));
    }

    private static Path[] classPath() throws ClassNotFoundException {
        return Stream.of(
                        Held.class,
                        ByteBuf.class,
                        ReferenceCounted.class,
                        Native.class,
                        MemoryMeter.class,
                        Mockito.class,
                        BlockHound.class,
                        Class.forName("kotlinx.coroutines.Job"),
                        Class.forName("kotlin.Unit"),
                        Class.forName("net.bytebuddy.ByteBuddy"),
                        Class.forName("net.bytebuddy.agent.ByteBuddyAgent"),
                        Class.forName("org.objenesis.Objenesis"))
                .map(ChildJvm::locationOf)
                .toArray(Path[]::new);
    }
}
