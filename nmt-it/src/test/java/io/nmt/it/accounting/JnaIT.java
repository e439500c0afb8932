package io.nmt.it.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import com.sun.jna.Native;
import com.sun.tools.attach.VirtualMachine;
import io.nmt.core.model.CategoryUsage;
import io.nmt.it.programs.Definitions;
import io.nmt.it.programs.JnaLatecomer;
import io.nmt.it.programs.JnaMemory;
import io.nmt.it.programs.OwnLoader;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.io.TempDir;

/** Memory that JNA allocates: {@code Native.malloc}, and {@code Memory}, which calls it. */
class JnaIT {
    @OnEveryJdk
    void mallocAndMemory(Jdk jdk) throws Exception {
        Outcome outcome = withJna(jdk).agent().run(JnaMemory.class, "figures").expectSuccess();

        assertUsage("begin", outcome, 0, 0);
        assertUsage("allocated", outcome, 1000 + 61 + 62, 3);
        assertUsage("some freed", outcome, 62, 1);
        assertUsage("all freed", outcome, 0, 0);
        assertThat(Figures.at("all freed", outcome).unknownFrees())
                .isEqualTo(Figures.at("begin", outcome).unknownFrees());
        assertThat(Figures.at("all freed", outcome).untrackedBlocks()).isZero();
    }

    @OnOneJdk
    void memoryThatIsNotReachableAnyMore(Jdk jdk) throws Exception {
        Outcome outcome = withJna(jdk).agent().run(JnaMemory.class, "collected").expectSuccess();

        assertUsage("allocated", outcome, 2000 + 10 * 1000, 11);
        assertUsage("collected", outcome, 2000, 1);
    }

    @OnOneJdk
    void aScopeTakesItIn(Jdk jdk) throws Exception {
        Outcome outcome = withJna(jdk).agent().run(JnaMemory.class, "scope").expectSuccess();

        assertUsage("allocated", outcome, 5, 1);
        assertThat(Figures.at("allocated", outcome).category("Index").committed())
                .isEqualTo(1061);
    }

    /** Blocks from 1 to 64 KiB. Interpreted, since the JVM's compilers take a megabyte by malloc, now and then. */
    @OnOldestAndNewestJdk
    void equalsWhatMallocGave(Jdk jdk) throws Exception {
        Outcome outcome = withJna(jdk)
                .options("-Xint")
                .agent()
                .run(JnaMemory.class, "mallinfo")
                .expectSuccess();

        String[] growth = lineWith("growth ", outcome).split(" ");
        double ofGlibc = Long.parseLong(growth[1]);
        double ofOurs = Long.parseLong(growth[2]);
        assertThat(ofOurs).as(outcome::toString).isCloseTo(ofGlibc, withPercentage(1));
    }

    @OnOldestAndNewestJdk
    void theProgramSeesNoDifference(Jdk jdk) throws Exception {
        Outcome without = withJna(jdk).run(JnaMemory.class, "output").expectSuccess();
        Outcome with = withJna(jdk).agent().run(JnaMemory.class, "output").expectSuccess();

        assertThat(without.out()).startsWith("native 6 100\na block\n");
        assertThat(with.out()).isEqualTo(without.out());
    }

    @OnEveryJdk
    void classesAreDefinedAsWithoutTheAgent(Jdk jdk) {
        Outcome without = ChildJvm.withC2InCi(jdk).run(Definitions.class).expectSuccess();
        Outcome with = ChildJvm.withC2InCi(jdk).agent().run(Definitions.class).expectExit(0);

        assertThat(without.out()).contains("bytes: class ", "twice: java.lang.LinkageError", "broken: java.lang.Class");
        assertThat(with.out()).isEqualTo(without.out());
        assertThat(with.err()).isEqualTo("nmt: com.sun.jna.Native is not tracked: it has no malloc(J)J\n");
    }

    /** The JVM then has a class to give away that never was in {@code defineClass}. */
    @OnEveryJdk
    void fromAnArchiveOfTheApplicationsClasses(Jdk jdk, @TempDir Path directory) throws Exception {
        Path jar = directory.resolve("programs.jar");
        jarOf(List.of("JnaMemory", "Figures", "Talk"), jar);
        Path archive = directory.resolve("programs.jsa");
        Path classList = directory.resolve("classes.txt");
        Path[] classPath = {jar, jna()};
        withNativeAccess(jdk)
                .options("-XX:DumpLoadedClassList=" + classList, "-Xshare:off")
                .classPath(classPath)
                .run(JnaMemory.class, "output")
                .expectExit(0);
        withNativeAccess(jdk)
                .options("-Xshare:dump", "-XX:SharedClassListFile=" + classList, "-XX:SharedArchiveFile=" + archive)
                .classPath(classPath)
                .run(JnaMemory.class)
                .expectExit(0);

        Outcome outcome = withNativeAccess(jdk)
                .agent()
                .options("-XX:SharedArchiveFile=" + archive, "-Xshare:auto", "-Xlog:class+load")
                .classPath(classPath)
                .run(JnaMemory.class, "figures")
                .expectSuccess();

        assertThat(lineWith(" com.sun.jna.Memory ", outcome)).contains("source: shared objects file");
        assertUsage("allocated", outcome, 1000 + 61 + 62, 3);
        assertUsage("all freed", outcome, 0, 0);
    }

    private static void jarOf(List<String> programs, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (String program : programs) {
                add(JnaMemory.class.getPackageName().replace('.', '/') + "/" + program + ".class", out);
            }
            for (Class<?> nested : JnaMemory.class.getDeclaredClasses()) {
                add(nested.getName().replace('.', '/') + ".class", out);
            }
        }
    }

    private static void add(String file, JarOutputStream out) throws IOException {
        out.putNextEntry(new JarEntry(file));
        Files.copy(ChildJvm.testClasses().resolve(file), out);
    }

    @OnOldestAndNewestJdk
    void inALoaderOfItsOwn(Jdk jdk) throws Exception {
        Outcome outcome = withJna(jdk)
                .agent()
                .run(OwnLoader.class, "open", JnaMemory.class.getName(), "figures")
                .expectSuccess();

        assertUsage("allocated", outcome, 1000 + 61 + 62, 3);
        assertUsage("all freed", outcome, 0, 0);
    }

    @OnEveryJdk
    void inALoaderThatDoesNotSeeTheTracker(Jdk jdk) throws Exception {
        Outcome without = withJna(jdk).run(JnaMemory.class, "output").expectSuccess();

        Outcome outcome = withJna(jdk)
                .agent()
                .run(OwnLoader.class, "closed", JnaMemory.class.getName(), "output")
                .expectSuccess();

        assertThat(outcome.out()).startsWith(without.out());
        assertUsage("end", outcome, 0, 0);
        assertThat(Figures.at("end", outcome).category("JNA").peakCommitted()).isPositive();
        assertThat(Figures.at("end", outcome).untrackedBlocks()).isZero();
    }

    @OnOneJdk
    void notWhereItIsLeftOut(Jdk jdk) throws Exception {
        Outcome outcome = withJna(jdk)
                .agent("categories=unsafe")
                .run(JnaMemory.class, "figures")
                .expectSuccess();

        assertUsage("allocated", outcome, 0, 0);
    }

    @OnEveryJdk
    void loadedAfterTheAgentWasAttached(Jdk jdk) throws Exception {
        Outcome outcome = attachTo(jdk, "late").expectSuccess();

        assertUsage("allocated", outcome, 2000 + 61, 2);
        assertUsage("freed", outcome, 0, 0);
    }

    /** Code that calls {@code Native.malloc} itself is out of reach then, and the agent says so. */
    @OnEveryJdk
    void loadedBeforeTheAgentWasAttached(Jdk jdk) throws Exception {
        Outcome outcome = attachTo(jdk, "early").expectExit(0);

        assertUsage("allocated", outcome, 2000, 1);
        assertUsage("freed", outcome, 0, 0);
        assertThat(Figures.at("freed", outcome).unknownFrees()
                        - Figures.at("attached", outcome).unknownFrees())
                .isEqualTo(1);
        assertThat(outcome.err().lines())
                .as(outcome::toString)
                .singleElement()
                .asString()
                .startsWith("nmt: com.sun.jna.Native was loaded before the agent. ");
    }

    private static Outcome attachTo(Jdk jdk, String argument) throws Exception {
        try (Child child = withJna(jdk).allowAttach().start(JnaLatecomer.class, argument)) {
            child.awaitLine("ready");
            VirtualMachine jvm = VirtualMachine.attach(Long.toString(child.pid()));
            jvm.loadAgent(ChildJvm.agentJar());
            jvm.detach();
            child.say("attached");
            return child.await();
        }
    }

    private static String lineWith(String part, Outcome outcome) {
        return outcome.outLines().stream()
                .filter(line -> line.contains(part))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("No line with '" + part + "' in " + outcome));
    }

    private static void assertUsage(String label, Outcome outcome, long bytes, long blocks) {
        CategoryUsage usage = Figures.at(label, outcome).category("JNA");
        assertThat(List.of(usage.committed(), usage.reserved(), usage.count()))
                .as("%s in %s", label, outcome)
                .containsExactly(bytes, bytes, blocks);
    }

    private static ChildJvm withJna(Jdk jdk) throws URISyntaxException {
        return withNativeAccess(jdk).classPath(ChildJvm.testClasses(), jna());
    }

    /** Without a warning that JNA loads a native library. */
    private static ChildJvm withNativeAccess(Jdk jdk) {
        ChildJvm jvm = ChildJvm.withC2InCi(jdk);
        return jdk.feature() >= 24 ? jvm.options("--enable-native-access=ALL-UNNAMED") : jvm;
    }

    private static Path jna() throws URISyntaxException {
        return Path.of(
                Native.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
