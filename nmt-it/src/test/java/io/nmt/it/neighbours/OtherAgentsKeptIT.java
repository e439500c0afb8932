package io.nmt.it.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.it.programs.Changed;
import io.nmt.it.programs.Changing;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import net.bytebuddy.jar.asm.ClassReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Changes of other agents and debuggers stay, and do not remove the hooks; or a line says so. */
class OtherAgentsKeptIT {
    private static final String HANDLE = Changed.Handle.class.getName();
    private static final String HANDLES = "handles=" + HANDLE + "#close";

    @TempDir
    static Path directory;

    private static Path changing;

    /** Its classes are on the programs' class path. */
    @BeforeAll
    static void writeOtherAgent() throws IOException {
        changing = directory.resolve("changing.jar");
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(
                Attributes.Name.CLASS_PATH,
                ChildJvm.locationOf(ClassReader.class).toUri().toString());
        attributes.put(new Attributes.Name("Premain-Class"), Changing.class.getName());
        attributes.put(new Attributes.Name("Can-Retransform-Classes"), "true");
        attributes.put(new Attributes.Name("Can-Redefine-Classes"), "true");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(changing), manifest)) {
            jar.finish();
        }
    }

    private static ChildJvm before(Jdk jdk, String other, String ours) {
        return jvm(jdk).options(other(other)).agent(ours);
    }

    private static ChildJvm after(Jdk jdk, String other, String ours) {
        return jvm(jdk).agent(ours).options(other(other));
    }

    private static ChildJvm jvm(Jdk jdk) {
        return ChildJvm.withoutC2(jdk).allowUnsafe().allowAttach();
    }

    private static String other(String option) {
        return "-javaagent:" + changing + "=" + option;
    }

    @OnEveryJdk
    void aClassThatWasRedefinedBefore(Jdk jdk) {
        Outcome outcome = before(jdk, "mark", "jfr=false").run(Changed.class, "adler", "allocate", "figures=end");
        assertThat(outcome.expectSuccess().outLines()).contains("adler 42");
        assertAllocated("end", outcome);
    }

    @OnEveryJdk
    void aClassThatIsRedefinedAfterwards(Jdk jdk) {
        Outcome outcome = after(jdk, "mark", "jfr=false").run(Changed.class, "adler", "allocate", "figures=end");
        assertThat(outcome.expectSuccess().outLines()).contains("adler 42");
        assertAllocated("end", outcome);
    }

    @OnEveryJdk
    void aClassThatWasRedefinedBeforeALateAttach(Jdk jdk) {
        try (Child child = jvm(jdk).options(other("mark"))
                .start(Changed.class, "await=attached", "adler", "allocate", "figures=end")) {
            child.awaitLine("awaits attached");
            ChildJvm.runCommand(jdk, "attach", child).expectSuccess();
            child.say("attached");
            Outcome outcome = child.await();
            assertThat(outcome.expectExit(0).outLines()).contains("adler 42");
            assertAllocated("end", outcome);
        }
    }

    @OnEveryJdk
    void hooksStayWhenATracerGoesThatCameFirst(Jdk jdk) {
        assertFreed(before(jdk, "trace", "jfr=false").run(Changed.class, "allocate", "end", "free", "figures=end"));
    }

    @OnEveryJdk
    void hooksStayWhenATracerGoesThatCameLater(Jdk jdk) {
        assertFreed(after(jdk, "trace", "jfr=false").run(Changed.class, "allocate", "end", "free", "figures=end"));
    }

    @OnEveryJdk
    void hooksStayInClassesThatAreRedefinedFromTheirFiles(Jdk jdk) {
        assertFreed(
                after(jdk, "nothing", "jfr=false").run(Changed.class, "allocate", "redefine", "free", "figures=end"));
        assertFreed(
                before(jdk, "nothing", "jfr=false").run(Changed.class, "allocate", "redefine", "free", "figures=end"));
    }

    @OnEveryJdk
    void aClassThatRefusesLosesItselfAlone(Jdk jdk) {
        Outcome outcome =
                before(jdk, "refuse", "report=stdout,jfr=false").run(Changed.class, "allocate", "figures=end");
        assertThat(outcome.expectExit(0).err().lines())
                .singleElement()
                .asString()
                .startsWith("nmt: not fully tracked: Zip (java.util.zip.Inflater cannot be changed: attempted to add a"
                        + " method, by changing.jar)");
        assertThat(outcome.out())
                .contains("Current figures: exact but for what is not tracked")
                .contains("Not fully tracked: Zip (java.util.zip.Inflater cannot be changed: ");
        assertThat(Figures.at("end", outcome).category("Unsafe").count()).isEqualTo(100);
        assertThat(Figures.at("end", outcome).category("Direct Buffer").count()).isEqualTo(100);
    }

    /** A transformer that drops what it is handed: the hooks are gone until it is. */
    @OnEveryJdk
    void hooksThatAnotherAgentRemovesAreNoticedAndPutInAgain(Jdk jdk) {
        try (Child child = after(jdk, "nothing", "history=off,jfr=false")
                .start(Changed.class, "allocate", "strip", "await=lost", "end", "await=back", "free", "figures=end")) {
            child.awaitLine("awaits lost");
            String lost =
                    ChildJvm.runCommand(jdk, "summary", child).expectSuccess().out();
            assertThat(lost)
                    .contains("Current figures: unknown where hooks were missing (see below), else exact")
                    .containsPattern("Not fully tracked: Unsafe \\(hooks missing since [^ ]+Z:"
                            + " jdk.internal.misc.Unsafe was without them\\)[.]")
                    .containsPattern("Not fully tracked: Direct Buffer \\(hooks missing since [^ ]+Z:"
                            + " java.nio.Bits was without them\\)[.]")
                    .containsPattern("Not fully tracked: Zip \\(hooks missing since ");
            child.say("lost");
            child.awaitLine("awaits back");
            String back = ChildJvm.runCommand(jdk, "summary", child, "--json")
                    .expectSuccess()
                    .out();
            assertThat(back)
                    .contains("\"notTracked\":[\"Direct Buffer\"")
                    .containsPattern(
                            "\"hooks missing from [^ ]+Z to [^ ]+Z: jdk.internal.misc.Unsafe was without" + " them\"");
            child.say("back");
            Outcome outcome = child.await().expectExit(0);
            Snapshot end = Figures.at("end", outcome);
            assertThat(count(end, "Unsafe")).isZero();
            assertThat(end.untrackedBlocks()).isZero();
        }
    }

    @OnEveryJdk
    void hooksThatAreGoneArePutInAgainByTheNextReading(Jdk jdk) {
        try (Child child = after(jdk, "nothing", "history=off,jfr=false")
                .start(Changed.class, "allocate", "strip", "mute", "await=asked", "free", "allocate", "figures=end")) {
            child.awaitLine("awaits asked");
            assertThat(ChildJvm.runCommand(jdk, "summary", child)
                            .expectSuccess()
                            .out())
                    .containsPattern("Not fully tracked: Unsafe \\(hooks missing from [^ ]+Z to [^ ]+Z:"
                            + " jdk.internal.misc.Unsafe was without them\\)[.]")
                    .doesNotContain("hooks missing since");
            child.say("asked");
            Snapshot end = Figures.at("end", child.await().expectExit(0));
            assertThat(count(end, "Unsafe")).isEqualTo(100);
            assertThat(count(end, "Direct Buffer")).isEqualTo(200);
        }
    }

    @OnEveryJdk
    void aClassWithAnAddedFieldIsRedefined(Jdk jdk) {
        String[] actions = {
            "open", "open", HANDLE, "open", "close", HANDLE, "close", "version", "await=asked",
        };
        assertHandles(jdk, after(jdk, "nothing", HANDLES), actions);
        assertHandles(jdk, before(jdk, "nothing", HANDLES), actions);
    }

    private static void assertHandles(Jdk jdk, ChildJvm jvm, String... actions) {
        try (Child child = jvm.start(Changed.class, actions)) {
            child.awaitLine("awaits asked");
            assertThat(ChildJvm.runCommand(jdk, "handles", child, "--json")
                            .expectSuccess()
                            .out())
                    .contains("\"class\":\"" + HANDLE + "\",\"open\":2,\"created\":4,\"closed\":2,");
            child.say("asked");
            child.await().expectExit(0);
        }
    }

    @OnEveryJdk
    void aMethodIsSwappedByADebuggerWhileHandlesAreOpen(Jdk jdk) throws Exception {
        ChildJvm jvm = jvm(jdk).options(HotSwap.OPTION).agent(HANDLES);
        try (Child child = jvm.start(
                Changed.class,
                "open",
                "open",
                "open",
                "version",
                "await=swapped",
                "version",
                "close",
                "open",
                "close",
                "await=asked")) {
            String listening = child.awaitLineWith(HotSwap.LISTENING);
            child.awaitLine("awaits swapped");
            try (HotSwap debugger = HotSwap.attach(listening, Changed.Handle.class)) {
                debugger.swap(2);
            }
            child.say("swapped");
            child.awaitLine("awaits asked");
            assertThat(ChildJvm.runCommand(jdk, "handles", child, "--json")
                            .expectExit(0)
                            .out())
                    .contains("\"class\":\"" + HANDLE + "\",\"open\":4,\"created\":6,\"closed\":2,");
            child.say("asked");
            assertThat(child.await().expectExit(0).outLines()).containsSubsequence("version 1", "version 2");
        }
    }

    private static void assertAllocated(String label, Outcome outcome) {
        Snapshot snapshot = Figures.at(label, outcome);
        CategoryUsage blocks = snapshot.category("Unsafe");
        assertThat(blocks.committed()).as(outcome::toString).isEqualTo(100_000);
        assertThat(blocks.count()).as(outcome::toString).isEqualTo(100);
        assertThat(count(snapshot, "Direct Buffer")).as(outcome::toString).isGreaterThanOrEqualTo(100);
        assertThat(count(snapshot, "Zip")).as(outcome::toString).isPositive();
    }

    private static void assertFreed(Outcome outcome) {
        Snapshot snapshot = Figures.at("end", outcome.expectSuccess());
        assertThat(count(snapshot, "Unsafe")).as(outcome::toString).isZero();
        assertThat(count(snapshot, "Direct Buffer")).as(outcome::toString).isEqualTo(100);
        assertThat(snapshot.untrackedBlocks()).as(outcome::toString).isZero();
        assertThat(snapshot.freedElsewhere()).as(outcome::toString).isZero();
    }

    /** A category that was never used is left out. */
    private static long count(Snapshot snapshot, String category) {
        return snapshot.categories().stream()
                .filter(usage -> usage.category().equals(category))
                .mapToLong(CategoryUsage::count)
                .sum();
    }
}
