package io.nmt.it.future;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.FutureWork;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The promises of {@code docs/jdks.md} on a JDK that no longer has the internals that the agent relies on. The newest
 * JDK that tests run on gets classes in which just those are renamed, moved or given another type.
 */
class FutureJdkIT {
    private static final Jdk JDK = Jdks.all().reduce((older, newer) -> newer).orElseThrow();
    private static final JdkClasses CLASSES =
            JdkClasses.of(JDK.home(), "java.base", "java.instrument", "java.management", "jdk.unsupported");

    /** The sections of the page whose rows are tried here. */
    private static final List<String> SECTIONS = List.of("## Counting: hooks in JDK classes", "## Threads and stacks");

    /** Rows of these sections that are not, by their first words, and why. */
    private static final List<String> NOT_TRIED = List.of(
            "the version of class files", // the JVM refuses it as well
            "a class `java.lang.NmtHooks`", // HidingLoadersIT
            "annotations `jdk.internal.vm.annotation.Hidden`", // the JVM itself knows them by their names
            "HotSpot's messages", // JvmErrorsIT
            "zlib's memory", // ZipMallocIT
            "`ClassLoader.defineClass`", // public API
            "the constructor `ClassLoader(Void, String, ClassLoader)`", // LoadersIT
            "`MethodHandles.Lookup.ClassDefiner.defineClass", // the JDK calls it itself
            "`Launcher.premain`", // costs time alone
            "`jdk.jfr.FlightRecorder.getFlightRecorder`", // the same
            "field `java.lang.VirtualThread.carrierThread`", // the JDK asks for it in the same way
            "a hook has no point", // has no fallback
            "classes of JDK threads that clean", // UnreachableIT
            "a full collection by `System.gc()`", // UnreachableIT
            "`jdk.jfr.internal.RemoveFields`"); // annotations

    static Stream<FutureRow> rows() {
        return FutureRows.ALL.stream().filter(row -> row.firstJdk() <= JDK.feature() && JDK.feature() <= row.lastJdk());
    }

    @ParameterizedTest(name = "{index} {0}")
    @MethodSource("rows")
    void doesWhatThePagePromises(FutureRow row, @TempDir Path directory) throws IOException {
        List<String> patched = row.change().apply(new Patch(CLASSES)).write(directory);

        Outcome outcome = ChildJvm.withoutC2(JDK)
                .options(patched.toArray(new String[0]))
                .options(row.options().toArray(new String[0]))
                .agent("report=stdout,sample=1")
                .run(FutureWork.class, row.kinds().toArray(new String[0]))
                .expectExit(FutureWork.EXIT);

        String out = outcome.out().replaceAll(" +", " ");
        assertThat(out).as(outcome::toString).contains(FutureWork.END);
        assertThat(row.shown()).as(outcome::toString).allMatch(out::contains);
        assertThat(row.notShown()).as(outcome::toString).noneMatch(out::contains);
        assertThat(out).as(outcome::toString).doesNotContain("another agent");
        assertThat(outcome.err().lines())
                .as(outcome::toString)
                .allMatch(line -> !row.said().isEmpty() && line.startsWith("nmt: "));
        assertThat(row.said()).as(outcome::toString).allMatch(outcome.err()::contains);
    }

    @Test
    void eachRowOfThePageIsTriedOrHasAReason() throws IOException {
        List<String> known = Stream.concat(FutureRows.ALL.stream().map(FutureRow::inside), NOT_TRIED.stream())
                .toList();

        assertThat(rowsOfThePage())
                .hasSizeGreaterThan(20)
                .allSatisfy(row -> assertThat(known).anyMatch(row::startsWith));
    }

    private static List<String> rowsOfThePage() throws IOException {
        String page = Files.readString(page());
        return SECTIONS.stream()
                .flatMap(section -> {
                    String rest = page.substring(page.indexOf(section) + section.length());
                    int end = rest.indexOf("\n## ");
                    return rest.substring(0, end).lines();
                })
                .filter(line -> line.startsWith("| ") && !line.startsWith("| ---") && !line.startsWith("| inside"))
                .map(line -> line.substring(2))
                .toList();
    }

    private static Path page() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isRegularFile(folder.resolve("docs/jdks.md"))) {
            folder = folder.getParent();
        }
        return folder.resolve("docs/jdks.md");
    }
}
