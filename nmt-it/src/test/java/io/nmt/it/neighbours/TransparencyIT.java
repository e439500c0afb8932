package io.nmt.it.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Surroundings;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program's view of the JVM is the same with the agent and its default options as without, but for the exceptions in
 * the docs: libraries choose their ways by it. Netty zeroed no buffers any more when it found the JDK's own Unsafe.
 *
 * <p>Exceptions and stops that a debugger sees are in {@link DebuggerIT}, permissions in {@link AskedPermissionsIT}.
 */
class TransparencyIT {
    /** Replaced by Java methods. Until JDK 19 in FileChannelImpl. */
    private static final String MAPPING_NATIVES = " native (?=\\w+ sun\\.nio\\.ch\\.\\w+\\.(un)?map0\\()";

    private static final String MODIFIERS_OF_MAPPING_NATIVES = "(\\.(un)?map0\\(.*, modifiers )\\d+";

    /** The report that the failure of a direct buffer leaves. */
    private static final String PRESSURE = "nmt: memory pressure, direct buffer limit: ";

    /** Also in docs/limits.md. */
    private static final String[] SEEN_ON_PURPOSE = {
        // Those of the beans, of a report of refused memory and of its end live for a moment.
        "thread nmt-(history|pressure|mbeans|error-report|error-report-end), daemon true, group (system|none)",
        "property io\\.nmt\\.agent\\.status",
        "bean io\\.nmt:(type=NativeMemory(,category=[A-Za-z ]+)?|category=[A-Za-z ]+,type=NativeMemory|type=Process)",
        "trace of mapping.* sun\\.nio\\.ch\\.\\w+\\.nmt\\$map0.*",
        "file \\.?nmt-pressure-.*"
    };

    @TempDir
    private Path directory;

    @OnEveryJdk
    void exportsReflectionThreadsAndClasses(Jdk jdk) throws IOException {
        Path without = directory.resolve("without.log");
        Path with = directory.resolve("with.log");
        Outcome plain = run(ChildJvm.on(jdk), without);
        Outcome tracked = run(ChildJvm.on(jdk).agent(), with);

        assertThat(tracked.err().lines().filter(line -> !line.startsWith(PRESSURE)))
                .as(tracked::toString)
                .containsExactlyElementsOf(plain.err().lines().toList());
        Set<String> added = new TreeSet<>(seenIn(tracked));
        added.removeAll(seenIn(plain));
        Set<String> gone = new TreeSet<>(seenIn(plain));
        gone.removeAll(seenIn(tracked));
        assertThat(gone).as(tracked::toString).allMatch(line -> line.startsWith("trace of mapping"));
        assertThat(added)
                .as(tracked::toString)
                .contains(
                        "thread nmt-history, daemon true, group system",
                        "property io.nmt.agent.status",
                        "bean io.nmt:type=NativeMemory",
                        "bean io.nmt:type=Process")
                .allMatch(line -> Stream.of(SEEN_ON_PURPOSE).anyMatch(line::matches));
        assertThat(mapping(tracked).replace(" sun.nio.ch." + owner(jdk) + ".nmt$map0", ""))
                .isEqualTo(mapping(plain));
        assertThat(plain.out()).contains("no access to the JDK's own Unsafe\n");

        Set<String> more = new TreeSet<>(loaded(with));
        more.removeAll(loaded(without));
        assertThat(more)
                .as("loaded only with the agent")
                .contains("jdk.internal.misc.NmtJdkAccess", "jdk.internal.misc.NmtClassDefiner")
                .allMatch(name -> name.startsWith("io.nmt.")
                        || name.startsWith("jdk.internal.misc.Nmt")
                        || name.matches("(java|javax|jdk|sun|com\\.sun)\\..*"));
    }

    private static String mapping(Outcome outcome) {
        return outcome.outLines().stream()
                .filter(line -> line.startsWith("trace of mapping"))
                .findFirst()
                .orElseThrow();
    }

    /** The class of the native that maps. */
    private static String owner(Jdk jdk) {
        return jdk.feature() < 20 ? "FileChannelImpl" : "UnixFileDispatcherImpl";
    }

    private Outcome run(ChildJvm jvm, Path log) throws IOException {
        Path own = Files.createTempDirectory(directory, "program");
        return jvm.in(own)
                .allowUnsafe()
                .options("-XX:MaxDirectMemorySize=16m")
                .options("-Xlog:class+load:file=" + log, "--add-exports=java.base/jdk.internal.loader=ALL-UNNAMED")
                .run(Surroundings.class, HookedClasses.names())
                .expectExit(0);
    }

    /** But for one thing: two natives are none any more. */
    private static Stream<String> lines(Outcome outcome) {
        return outcome.out()
                .lines()
                .map(line -> line.replaceAll(MAPPING_NATIVES, " ")
                        .replaceAll(MODIFIERS_OF_MAPPING_NATIVES, "$1")
                        // The package of java.instrument, which -javaagent adds.
                        .strip())
                .filter(line -> !line.startsWith("java.instrument/"));
    }

    private static Set<String> seenIn(Outcome outcome) {
        return lines(outcome).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> loaded(Path log) throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.map(line -> line.replaceFirst("^(\\[.*?\\])+ *", "").replaceFirst(" source: .*", ""))
                    // Hidden classes and those of lambdas have numbers.
                    .map(name -> name.replaceFirst("(0x|/).*", ""))
                    .collect(Collectors.toSet());
        }
    }
}
