package io.nmt.it.start;

import static io.nmt.testkit.ListedJvms.assertListed;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.it.programs.Hello;
import io.nmt.it.programs.Latecomer;
import io.nmt.it.programs.Listening;
import io.nmt.it.programs.OwnTracker;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.Report;
import java.net.URISyntaxException;
import java.nio.file.Path;

/** The agent in a JVM that runs already. */
class AttachIT {
    @OnOldestAndNewestJdk
    void attachedByTheCommandLine(Jdk jdk) {
        try (Child child = latecomer(jdk).start(Latecomer.class)) {
            child.awaitLine("ready");
            Outcome attach = ChildJvm.runAgentJar(jdk, "attach", pid(child), "report=stdout,jfr=false");
            assertThat(attach.expectSuccess().out()).contains("Older allocations stay unknown");
            ChildJvm.runAgentJar(jdk, "attach", pid(child), "report=stderr").expectSuccess(); // changes nothing
            ChildJvm.runAgentJar(jdk, "attach", pid(child), "scale=TB").expectExit(2);
            child.say("attached");
            child.say("finish");

            assertFigures(child.await().expectSuccess());
        }
    }

    @OnOldestAndNewestJdk
    void attachedThroughTheAttachApi(Jdk jdk) throws Exception {
        try (Child child = latecomer(jdk).start(Latecomer.class)) {
            child.awaitLine("ready");
            attach(child, "report=stdout");
            child.say("attached");
            child.say("finish");

            assertFigures(child.await().expectSuccess());
        }
    }

    @OnOldestAndNewestJdk
    void aSecondAttachChangesNothing(Jdk jdk) throws Exception {
        try (Child child = latecomer(jdk).start(Latecomer.class)) {
            child.awaitLine("ready");
            attach(child, "report=stdout");
            child.say("attached");
            child.awaitLineWith("figures young allocated");
            attach(child, "report=stderr,categories=direct-buffer");
            child.say("finish");

            Outcome outcome = child.await().expectExit(0);
            assertThat(outcome.err())
                    .as(outcome::toString)
                    .isEqualTo("nmt: the agent is active already; these options are not used:"
                            + " report=stderr,categories=direct-buffer\n");
            assertFigures(outcome);
        }
    }

    private static void assertFigures(Outcome outcome) {
        Snapshot attached = Figures.at("attached", outcome);
        assertUsage(attached, "Unsafe", 0, 0);
        assertUsage(attached, "Direct Buffer", 0, 0);

        // Two blocks and a buffer.
        Snapshot oldFreed = Figures.at("old freed", outcome);
        assertThat(oldFreed.unknownFrees() - attached.unknownFrees())
                .as(outcome::toString)
                .isEqualTo(3);
        assertUsage(oldFreed, "Unsafe", 0, 0);
        assertUsage(oldFreed, "Direct Buffer", 0, 0);

        Snapshot oldReallocated = Figures.at("old reallocated", outcome);
        assertThat(oldReallocated.unknownFrees() - oldFreed.unknownFrees()).isEqualTo(1);
        assertUsage(oldReallocated, "Unsafe", 4000, 1);

        Snapshot youngAllocated = Figures.at("young allocated", outcome);
        assertUsage(youngAllocated, "Unsafe", 4061, 2);
        assertUsage(youngAllocated, "Direct Buffer", 6000, 1);

        Snapshot allFreed = Figures.at("all freed", outcome);
        assertUsage(allFreed, "Unsafe", 0, 0);
        assertUsage(allFreed, "Direct Buffer", 0, 0);
        assertThat(allFreed.unknownFrees()).isEqualTo(oldReallocated.unknownFrees());

        assertThat(outcome.out()).containsOnlyOnce(Report.TITLE);
        assertThat(Report.row("Unsafe", outcome.out()).subList(0, 2)).containsExactly("0", "0");
    }

    private static void assertUsage(Snapshot snapshot, String category, long bytes, long blocks) {
        CategoryUsage usage = snapshot.category(category);
        assertThat(usage.committed()).as("%s", usage).isEqualTo(bytes);
        assertThat(usage.reserved()).as("%s", usage).isEqualTo(bytes);
        assertThat(usage.count()).as("%s", usage).isEqualTo(blocks);
    }

    @OnOldestAndNewestJdk
    void anApplicationThatBringsItsOwnTrackerIsLeftAlone(Jdk jdk) throws Exception {
        Path core = classesOf(NativeMemory.class);
        ChildJvm jvm = latecomer(jdk).options(nativeAccess(jdk)).classPath(ChildJvm.testClasses(), core);
        try (Child child = jvm.start(OwnTracker.class)) {
            child.awaitLine("ready");
            attach(child, "report=stdout");
            child.say("attached");
            Outcome outcome = child.await().expectExit(0);

            assertThat(outcome.err().lines())
                    .as(outcome::toString)
                    .singleElement()
                    .asString()
                    .startsWith("nmt: ")
                    .contains("-javaagent");
            assertThat(outcome.out()).doesNotContain(Report.TITLE);
            assertUsage(Figures.at("attached", outcome), "Mine", 61, 1);
            assertUsage(Figures.at("freed", outcome), "Mine", 0, 0);
        }
    }

    private static String[] nativeAccess(Jdk jdk) {
        return jdk.feature() >= 22 ? new String[] {"--enable-native-access=ALL-UNNAMED"} : new String[0];
    }

    private static Path classesOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** The JVM tells of no options at all then. */
    @OnOldestAndNewestJdk
    void aProcessWithoutOptions(Jdk jdk) {
        try (Child child = ChildJvm.on(jdk).start(Listening.class)) {
            child.awaitLine("ready");
            assertThat(ChildJvm.runCommand(jdk, "summary", child).expectExit(0).out())
                    .contains("Native memory outside the Java heap");
        }
    }

    @OnOneJdk
    void listShowsRunningJvms(Jdk jdk) {
        try (Child child = latecomer(jdk).start(Latecomer.class)) {
            child.awaitLine("ready");

            Outcome list = ChildJvm.runAgentJar(jdk, "list").expectSuccess();

            assertListed(list, child, false, Latecomer.class);
        }
    }

    @OnOneJdk
    void wrongUsageExitsWith2(Jdk jdk) {
        assertWrongUsage(ChildJvm.runAgentJar(jdk), "Usage: nmt");
        assertWrongUsage(ChildJvm.runAgentJar(jdk, "no-such-command"), "no-such-command");
        assertWrongUsage(ChildJvm.runAgentJar(jdk, "attach"), "PID");
        assertWrongUsage(ChildJvm.runAgentJar(jdk, "attach", "not-a-pid"), "not-a-pid");
        assertWrongUsage(ChildJvm.runAgentJar(jdk, "list", "--no-such-option"), "--no-such-option");
    }

    private static void assertWrongUsage(Outcome outcome, String complaint) {
        outcome.expectExit(2);
        assertThat(outcome.out()).as(outcome::toString).isEmpty();
        assertThat(outcome.err()).as(outcome::toString).contains(complaint);
    }

    @OnOneJdk
    void aProcessThatIsGoneExitsWith1AndOneLine(Jdk jdk) {
        String pid;
        try (Child child = ChildJvm.withoutC2(jdk).start(Hello.class)) {
            pid = pid(child);
            child.await();
        }

        ChildJvm.runAgentJar(jdk, "attach", pid).expectFailure(pid);
    }

    /** They do not even reach the other process. */
    @OnOneJdk
    void wrongAgentOptionsAreWrongUsage(Jdk jdk) {
        try (Child child = latecomer(jdk).start(Latecomer.class)) {
            child.awaitLine("ready");

            Outcome outcome = ChildJvm.runAgentJar(jdk, "attach", pid(child), "scale=TB");

            assertWrongUsage(outcome, "'TB'");
            assertThat(outcome.err()).contains("scale", "B, KB, MB, GB", "Usage: nmt attach");
        }
    }

    @OnOneJdk
    void helpAndVersionExitWith0(Jdk jdk) {
        assertThat(ChildJvm.runAgentJarAlone(jdk, "--help").expectSuccess().out())
                .contains("Usage: nmt PID|NAME explains a JVM", "list", "attach", "demo");
        assertThat(ChildJvm.runAgentJarAlone(jdk, "--version").expectSuccess().out())
                .isEqualTo("nmt " + System.getProperty("nmt.version") + "\n");
    }

    private static ChildJvm latecomer(Jdk jdk) {
        return ChildJvm.withoutC2(jdk).allowUnsafe().allowAttach();
    }

    private static String pid(Child child) {
        return Long.toString(child.pid());
    }

    private static void attach(Child child, String options) throws Exception {
        VirtualMachine jvm = VirtualMachine.attach(pid(child));
        try {
            jvm.loadAgent(ChildJvm.agentJar(), options);
        } finally {
            jvm.detach();
        }
    }
}
