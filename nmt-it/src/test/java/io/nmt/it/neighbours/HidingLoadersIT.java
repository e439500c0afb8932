package io.nmt.it.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Native;
import com.sun.tools.attach.VirtualMachine;
import io.nmt.it.programs.HidingLoader;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import io.nmt.testkit.Outcome;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Libraries work, and are tracked, in loaders that find nothing but {@code java.*} outside of themselves. */
public class HidingLoadersIT {
    private static final String OPTIONS = "handles=io.nmt.it.programs.LoaderGuest$Handle#close";

    static Stream<Arguments> loaders() {
        return Jdks.all().flatMap(jdk -> Stream.of("hiding", "asked").map(kind -> Arguments.of(jdk, kind)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("loaders")
    void fromTheStart(Jdk jdk, String kind) {
        Outcome outcome =
                jvm(jdk).agent(OPTIONS).run(HidingLoader.class, kind, "late").expectSuccess();

        assertThat(outcome.outLines()).contains("first 2", "second 4", "handles open 2 created 4");
        assertJna(outcome);
    }

    /** Memory from before the agent is unknown; all later memory is known. */
    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("loaders")
    void attachedToAHealthyProcess(Jdk jdk, String kind) throws Exception {
        Outcome outcome;
        try (Child child = jvm(jdk).allowAttach().start(HidingLoader.class, kind, "early")) {
            child.awaitLine("ready");
            VirtualMachine jvm = VirtualMachine.attach(Long.toString(child.pid()));
            jvm.loadAgent(ChildJvm.agentJar(), OPTIONS);
            jvm.detach();
            child.say("attached");
            outcome = child.await().expectExit(0);
        }

        assertThat(outcome.outLines()).contains("before 2", "first 4", "second 6", "handles open 2 created 4");
        assertJna(outcome);
    }

    private static void assertJna(Outcome outcome) {
        assertThat(List.of(
                        Figures.at("used", outcome).category("JNA").committed(),
                        Figures.at("used", outcome).category("JNA").count(),
                        Figures.at("used", outcome).untrackedBlocks()))
                .as(outcome::toString)
                .containsExactly(2000L, 2L, 0L);
    }

    private static ChildJvm jvm(Jdk jdk) {
        ChildJvm jvm = ChildJvm.withoutC2(jdk).classPath(ChildJvm.testClasses(), ChildJvm.locationOf(Native.class));
        return jdk.feature() >= 24 ? jvm.options("--enable-native-access=ALL-UNNAMED") : jvm;
    }
}
