package io.nmt.it.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.neighbours.HookedClasses;
import io.nmt.it.programs.Hello;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The agent waits for classes with hooks that a program does not use, and for JFR. */
class AwaitedClassesIT {
    private static final Pattern LOADED = Pattern.compile("\\[class,load *\\] (\\S+) ");

    @OnEveryJdk
    void aProgramLoadsNoHookedClassMoreThanWithoutTheAgent(Jdk jdk) {
        Set<String> without = loaded(ChildJvm.on(jdk));
        Set<String> with = loaded(ChildJvm.on(jdk).agent());

        List<String> atStart = List.of(
                "java.nio.Bits",
                "sun.nio.fs.NativeBuffer",
                "java.lang.invoke.MethodHandles$Lookup$ClassDefiner"); // for the tracker's own method handles
        List<String> toReadJars = List.of("java.util.zip.Inflater", "java.util.zip.Inflater$InflaterZStreamRef");
        Set<String> more =
                Stream.of(HookedClasses.names()).filter(with::contains).collect(Collectors.toSet());
        more.removeAll(without);
        more.removeAll(atStart);
        more.removeAll(toReadJars);
        more.removeIf(name -> jdk.feature() < 25 && name.startsWith("jdk.internal.foreign.")); // brought in at start
        assertThat(more).isEmpty();
        assertThat(with).contains("io.nmt.agent.Agent").noneMatch(name -> name.startsWith("jdk.jfr."));
    }

    /** On the builds of JDKs of which the jar has the classes with their hooks. */
    @OnEveryJdk
    void noHookIsMade(Jdk jdk) throws IOException {
        Path known = Path.of("..", "nmt-agent", "src", "main", "known-versions", Integer.toString(jdk.feature()));
        if (Files.readString(known, StandardCharsets.ISO_8859_1).startsWith(" " + jdk.version() + "\n", 8)) {
            assertThat(loaded(ChildJvm.on(jdk).agent("report=stderr")))
                    .contains("io.nmt.agent.instrument.KnownVersions")
                    .noneMatch(name -> name.startsWith("io.nmt.agent.shaded.asm."));
        }
    }

    /** A reading says what is lacking, so it has to know all of them. */
    @OnEveryJdk
    void aReadingKnowsThemAll(Jdk jdk) {
        assertThat(loaded(ChildJvm.on(jdk).agent("report=stderr")))
                .contains("java.util.zip.Deflater", "sun.nio.ch.NativeSocketAddress", "jdk.jfr.FlightRecorder")
                .doesNotContain("jdk.jfr.internal.PlatformRecorder");
    }

    private static Set<String> loaded(ChildJvm jvm) {
        Outcome outcome = jvm.options("-Xlog:class+load").run(Hello.class).expectExit(0);
        return LOADED.matcher(FirstPoint.before(outcome.out()))
                .results()
                .map(line -> line.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
