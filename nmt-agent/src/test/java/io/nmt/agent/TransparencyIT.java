package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.agent.instrument.HookedClasses;
import io.nmt.agent.programs.Surroundings;
import io.nmt.agent.support.ChildJvm;
import io.nmt.agent.support.Jdk;
import io.nmt.agent.support.OnEveryJdk;
import io.nmt.agent.support.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a program sees of the JVM is the same with the agent as without: libraries choose by it what they do. Netty
 * zeroed no buffers any more when it found the JDK's own Unsafe.
 */
class TransparencyIT {
    /** Replaced by Java methods. Until JDK 19 in FileChannelImpl. */
    private static final String MAPPING_NATIVES = " native (?=\\w+ sun\\.nio\\.ch\\.\\w+\\.(un)?map0\\()";

    private static final String MODIFIERS_OF_MAPPING_NATIVES = "(\\.(un)?map0\\(.*, modifiers )\\d+";

    @TempDir
    private Path directory;

    @OnEveryJdk
    void exportsReflectionThreadsAndClasses(Jdk jdk) throws IOException {
        Path without = directory.resolve("without.log");
        Path with = directory.resolve("with.log");
        Outcome plain = run(ChildJvm.on(jdk), without);
        Outcome tracked = run(ChildJvm.on(jdk).agent("pressure=off,history=off"), with);

        assertThat(tracked.err()).as(tracked::toString).isEqualTo(plain.err());
        assertThat(seenIn(tracked)).containsExactlyElementsOf(seenIn(plain));
        assertThat(plain.out()).contains("no access to the JDK's own Unsafe\n");

        Set<String> more = new TreeSet<>(loaded(with));
        more.removeAll(loaded(without));
        assertThat(more)
                .as("loaded only with the agent")
                .contains("jdk.internal.misc.NmtJdkAccess", "jdk.internal.misc.NmtClassDefiner")
                .allMatch(name -> name.startsWith("io.nmt.")
                        || name.startsWith("jdk.internal.misc.Nmt")
                        || name.matches("(java|jdk|sun)\\..*"));
    }

    private static Outcome run(ChildJvm jvm, Path log) {
        return jvm.options("-Xlog:class+load:file=" + log, "--add-exports=java.base/jdk.internal.loader=ALL-UNNAMED")
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
