package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A library's program, run without the agent and with it. It opens native handles and closes all of them, then does the
 * same again and leaves some open, in its method {@code leak}.
 */
final class HandlesRun {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final int ROUNDS = 2;

    private final Class<?> program;
    private final Outcome tracked;
    private final Map<String, Integer> kept = new HashMap<>();

    private HandlesRun(Class<?> program, Outcome tracked) {
        this.program = program;
        this.tracked = tracked;
    }

    /** Runs the program twice, and fails unless it does the same. */
    static HandlesRun of(Class<?> program, Jdk jdk, List<Path> classPath, List<String> options) {
        Outcome plain = jvm(jdk, classPath, options).run(program).expectExit(0);
        Outcome tracked = jvm(jdk, classPath, options).agent().run(program).expectExit(0);
        assertThat(results(plain)).as(plain::toString).hasSize(2);
        assertThat(results(tracked)).as(tracked::toString).isEqualTo(results(plain));
        return new HandlesRun(program, tracked);
    }

    private static ChildJvm jvm(Jdk jdk, List<Path> classPath, List<String> options) {
        return ChildJvm.on(jdk)
                .options("-Xmx512m")
                .options(options.toArray(String[]::new))
                .classPath(classPath.toArray(Path[]::new));
    }

    private static List<String> results(Outcome outcome) {
        return outcome.outLines().stream()
                .filter(line -> line.startsWith("result "))
                .toList();
    }

    /** Says how many of a class the library itself does not close, in each round. */
    HandlesRun keeps(String className, int each) {
        kept.put(className, each);
        return this;
    }

    /** Fails unless there was a handle of each class, none was open, and then as many as said, which leak has made. */
    void leaks(Map<String, Integer> openByClass) {
        Map<String, Integer> closed = new TreeMap<>(openByClass);
        Map<String, Integer> leaked = new TreeMap<>(openByClass);
        closed.replaceAll((name, count) -> kept.getOrDefault(name, 0));
        leaked.replaceAll((name, count) -> count + ROUNDS * kept.getOrDefault(name, 0));
        assertThat(open("closed")).as(tracked::toString).containsAllEntriesOf(closed);
        assertThat(withoutZeros(open("closed"))).as(tracked::toString).isEqualTo(withoutZeros(closed));
        assertThat(withoutZeros(open("leaked"))).as(tracked::toString).isEqualTo(leaked);
        assertThat(openAtLeak()).as(tracked::toString).isEqualTo(openByClass);
    }

    private static Map<String, Integer> withoutZeros(Map<String, Integer> counts) {
        counts.values().removeIf(count -> count == 0);
        return counts;
    }

    private Map<String, Integer> openAtLeak() {
        Map<String, Integer> open = new TreeMap<>();
        for (JsonNode handles : handles("leaked")) {
            for (JsonNode site : handles.get("sites")) {
                assertThat(site.get("standardError").asInt())
                        .as(tracked::toString)
                        .isZero();
                if (site.get("site").asText().startsWith(program.getName() + ".leak(")) {
                    open.merge(handles.get("class").asText(), site.get("open").asInt(), Integer::sum);
                }
            }
        }
        return open;
    }

    private Map<String, Integer> open(String label) {
        Map<String, Integer> open = new TreeMap<>();
        for (JsonNode handles : handles(label)) {
            open.put(
                    handles.get("class").asText(),
                    handles.get("created").asInt() - handles.get("closed").asInt());
        }
        return open;
    }

    private List<JsonNode> handles(String label) {
        String prefix = "handles " + label + " ";
        List<JsonNode> all = new ArrayList<>();
        for (String line : tracked.outLines()) {
            if (line.startsWith(prefix)) {
                try {
                    JSON.readTree(line.substring(prefix.length()))
                            .get("handles")
                            .forEach(all::add);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return all;
    }
}
