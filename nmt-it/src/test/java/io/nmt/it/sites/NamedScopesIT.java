package io.nmt.it.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.util.ReferenceCounted;
import io.nmt.it.programs.PooledTenants;
import io.nmt.it.programs.Tenants;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.JsonSchemas;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.Recording;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.ValueDescriptor;
import org.junit.jupiter.api.io.TempDir;

/** Memory by tenant and request: exact where every block is sampled, else within the error, live and recorded. */
class NamedScopesIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long INTERVAL = 512 << 10;
    private static final int ERRORS = 6; // of a normal estimate, one in 500 million is further off

    @TempDir
    private Path directory;

    @OnEveryJdk
    void everySampledBlockIsInItsScope(Jdk jdk) throws IOException {
        Path file = directory.resolve("tenants.jfr");
        Map<String, JsonNode> live;
        try (Child child = start(jdk, file, "sample=1")) {
            String[] sums = child.awaitLineWith("scopes ").split(" ");
            assertThat(sums[1]).as("all scopes").isEqualTo(sums[3]);
            child.awaitLine("ready");
            Map<String, JsonNode> tenants = scopes(sites(jdk, child, "tenant"));
            for (int i = 0; i < Tenants.NAMES.size(); i++) {
                JsonNode tenant = tenants.get("tenant=" + Tenants.NAMES.get(i));
                long requests = Tenants.REQUESTS >> i;
                assertThat(tenant.get("liveBytes").asLong()).isEqualTo(requests * Tenants.KEPT * Tenants.BLOCK);
                assertThat(tenant.get("count").asLong()).isEqualTo(requests * Tenants.KEPT);
                assertThat(tenant.get("standardErrorBytes").asLong()).isZero();
                assertThat(tenant.get("allocatedBytes").asLong())
                        .isEqualTo(requests * (Tenants.KEPT + Tenants.FREED) * Tenants.BLOCK);
                assertThat(tenant.get("mostAt").asText()).contains("Tenants.serve(Tenants.java:");
            }
            assertThat(tenants).hasSize(Tenants.NAMES.size() + 1).containsKey("(no scope)");
            live = scopes(sites(jdk, child, "scope"));
            child.say("end");
            child.await().expectSuccess();
        }

        assertThat(live).hasSize(2 * Tenants.NAMES.size() + 1).containsKey("tenant=acme, request=read");
        Map<String, JsonNode> recorded = scopes(recorded(jdk, file));
        assertThat(recorded.keySet()).isEqualTo(live.keySet());
        for (String name : Set.of("tenant=acme, request=read", "tenant=gamma, request=write")) {
            assertThat(recorded.get(name).get("liveBytes"))
                    .isEqualTo(live.get(name).get("liveBytes"));
            assertThat(recorded.get(name).get("allocatedBytes"))
                    .isEqualTo(live.get(name).get("allocatedBytes"));
        }
        for (String sample : List.of("nmt.NativeAllocationSample", "nmt.NativeFreeSample")) {
            List<String> fields = Recording.read(file).type(sample).getFields().stream()
                    .map(ValueDescriptor::getName)
                    .toList();
            assertThat(fields.get(fields.size() - 1)).isEqualTo("scope");
        }
        assertThat(Recording.read(file).events("nmt.NativeFreeSample").stream().map(event -> event.getString("scope")))
                .contains("tenant=acme, request=read");
        assertThat(Recording.read(file).events("nmt.NativeAllocationSample").stream()
                        .map(event -> String.valueOf(event.getString("scope")))
                        .collect(Collectors.toSet()))
                .contains("null", "tenant=acme, request=read", "tenant=gamma, request=write");
    }

    @OnEveryJdk
    void estimatesAreWithinTheirError(Jdk jdk) throws IOException {
        Path file = directory.resolve("tenants.jfr");
        Map<String, JsonNode> live;
        try (Child child = start(jdk, file, "")) {
            child.awaitLine("ready");
            live = scopes(sites(jdk, child, "tenant"));
            child.say("end");
            child.await().expectSuccess();
        }

        Map<String, Long> recorded = new HashMap<>();
        scopes(recorded(jdk, file))
                .forEach((name, scope) -> recorded.merge(
                        name.split(",")[0], scope.get("liveBytes").asLong(), Long::sum));
        for (int i = 0; i < Tenants.NAMES.size(); i++) {
            long requests = Tenants.REQUESTS >> i;
            long kept = requests * Tenants.KEPT * Tenants.BLOCK;
            long allocated = requests * (Tenants.KEPT + Tenants.FREED) * Tenants.BLOCK;
            JsonNode tenant = live.get("tenant=" + Tenants.NAMES.get(i));
            assertThat(tenant.get("liveBytes").asLong()).isCloseTo(kept, within(error(kept)));
            assertThat(tenant.get("allocatedBytes").asLong()).isCloseTo(allocated, within(error(allocated)));
            assertThat(tenant.get("allocatedErrorBytes").asLong()).isPositive();
            assertThat(recorded.get("tenant=" + Tenants.NAMES.get(i)))
                    .isCloseTo(tenant.get("liveBytes").asLong(), within(kept / 100));
        }
    }

    /** The buffers of a pool are their user's, whoever made the pool take its chunks. */
    @OnOneJdk
    void pooledBuffersAreInTheScopesOfTheirUsers(Jdk jdk) {
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .agent("sample=1")
                .allowUnsafe()
                .classPath(
                        ChildJvm.testClasses(),
                        ChildJvm.locationOf(ByteBuf.class),
                        ChildJvm.locationOf(ReferenceCounted.class))
                .run(PooledTenants.class)
                .expectSuccess();

        long ofBeta = 10 * PooledTenants.BUFFER + PooledTenants.LARGE;
        assertThat(outcome.outLines())
                .contains(
                        "tenant=acme live " + 100 * PooledTenants.BUFFER + " in 100, allocated "
                                + 150 * PooledTenants.BUFFER,
                        "tenant=beta live " + ofBeta + " in 11, allocated " + ofBeta);
    }

    private static long error(long bytes) {
        return Math.round(ERRORS * Math.sqrt((double) bytes * INTERVAL));
    }

    @OnOneJdk
    void whatIsAskedFor(Jdk jdk) {
        try (Child child = start(jdk, directory.resolve("tenants.jfr"), "sample=1")) {
            child.awaitLine("ready");
            String table = run(jdk, child, "--by", "scope").expectSuccess().out();
            assertThat(table)
                    .startsWith("Named scopes by live bytes (7)\n")
                    .contains("Scope", "Most at", "tenant=acme, request=read", "(no scope)", "exact", "Allocated ");
            run(jdk, child, "--by", "colour").expectFailure("'colour' is not a value of the option by");
            assertThat(run(jdk, child, "--by", "scope", "--stacks").err()).contains("--stacks does not go with --by");
        }
    }

    private static Child start(Jdk jdk, Path file, String options) {
        return ChildJvm.withC2InCi(jdk)
                .agent(options)
                .allowUnsafe()
                .allowAttach()
                .options("-XX:StartFlightRecording:filename=" + file)
                .start(Tenants.class);
    }

    private static Outcome run(Jdk jdk, Child child, String... options) {
        return ChildJvm.runCommand(jdk, "sites", child, options);
    }

    private static JsonNode sites(Jdk jdk, Child child, String by) throws IOException {
        String json = run(jdk, child, "--json", "--top", "0", "--by", by)
                .expectSuccess()
                .out();
        JsonSchemas.assertValid("scopes", json);
        return JSON.readTree(json);
    }

    private static JsonNode recorded(Jdk jdk, Path file) throws IOException {
        String json = ChildJvm.runAgentJar(jdk, "report", "--json", "--top=0", file.toString())
                .expectSuccess()
                .out();
        JsonSchemas.assertValid("report", json);
        return JSON.readTree(json);
    }

    private static Map<String, JsonNode> scopes(JsonNode report) {
        Map<String, JsonNode> scopes = new HashMap<>();
        report.get("scopes").forEach(scope -> scopes.put(scope.get("scope").asText(), scope));
        return scopes;
    }
}
