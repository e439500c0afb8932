package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.it.programs.Hello;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import io.nmt.testkit.JsonSchemas;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two recordings of one program tell what another collector and another JDK explain. */
class CompareJvmsIT {
    @TempDir
    private Path directory;

    @Test
    void theOldestWithTheSerialCollectorAndTheNewestWithG1() throws IOException {
        List<Jdk> ends = Jdks.ends().toList();
        Jdk oldest = ends.get(0);
        Jdk newest = ends.get(ends.size() - 1);
        Path serial = recorded(oldest, "serial", "-XX:+UseSerialGC");
        Path g1 = recorded(newest, "g1", "-XX:+UseG1GC");

        String json = ChildJvm.runAgentJar(newest, "compare", "--json", serial.toString(), g1.toString())
                .expectSuccess()
                .out();
        String same = ChildJvm.runAgentJar(newest, "compare", "--json", g1.toString(), g1.toString())
                .expectSuccess()
                .out();

        JsonSchemas.assertValid("compare", json);
        JsonNode statements = new ObjectMapper().readTree(json).get("statements");
        assertThat(statements).hasSize(2);
        assertThat(statements.get(0).get("text").asText()).startsWith("UNKNOWN growth");
        String amount = "[+-][0-9.]+ [KM]?B\\.";
        assertThat(statements.get(1).get("text").asText())
                .matches("NORMAL RSS change by JDK and JVM settings \\(estimate\\): " + amount + " RSS changed by "
                        + amount
                        + " G1 instead of Serial: \\+[0-9.]+ MB\\."
                        + (oldest.equals(newest)
                                ? ""
                                : " JDK " + newest.feature() + " instead of " + oldest.feature() + ": " + amount)
                        + " Java heap, perhaps by the collector: " + amount);
        assertThat(new ObjectMapper().readTree(same).get("statements")).hasSize(1);
    }

    private Path recorded(Jdk jdk, String name, String collector) {
        Path file = directory.resolve(name + ".jfr");
        try (Child child = ChildJvm.withoutC2(jdk)
                .agent("")
                .options(collector, "-Xmx256m", "-XX:StartFlightRecording:filename=" + file)
                .start(Hello.class)) {
            child.await().expectExit(0);
        }
        return file;
    }
}
