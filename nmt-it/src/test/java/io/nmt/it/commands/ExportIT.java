package io.nmt.it.commands;

import static io.nmt.testkit.ChildJvm.runAgentJar;
import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.nmt.it.programs.CallSites;
import io.nmt.it.programs.Hello;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.GoPprof;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import io.opentelemetry.proto.profiles.v1development.Function;
import io.opentelemetry.proto.profiles.v1development.KeyValueAndUnit;
import io.opentelemetry.proto.profiles.v1development.Link;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Mapping;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.Sample;
import io.opentelemetry.proto.profiles.v1development.Stack;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;

/** Profiles in other tools' formats, read by these tools: the sums are those of the other commands, to the byte. */
class ExportIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BLOCKS = 40;
    private static final long KEPT_BYTES = BLOCKS * (64L << 10);
    private static final long LOADED_BYTES = 1 << 20;
    private static final long DROPPED_BLOCKS = 20;
    private static final long DROPPED_BYTES = DROPPED_BLOCKS * (4 << 10);

    @TempDir
    private Path directory;

    /**
     * Figures are estimates; that one of the sites has no sample has a probability of exp(-32), since the smaller one
     * has 32 times as many bytes as there are between two samples.
     */
    @OnOneJdk
    void goPprofReadsWhatAProcessHolds(Jdk jdk) throws Exception {
        GoPprof.assumeInstalled();
        Path file = directory.resolve("live.pb.gz");
        Map<String, Long> bySites;
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .allowAttach()
                .agent("sample=32KB")
                .start(CallSites.class, Integer.toString(BLOCKS))) {
            child.awaitLineWith("figures holding");
            Outcome written = runCommand(jdk, "export", child, "--pprof", "-o", file.toString())
                    .expectSuccess();
            assertThat(written.out()).startsWith("Wrote " + file + " (");
            JsonNode sites = JSON.readTree(runCommand(jdk, "sites", child, "--json", "--top", "0")
                    .expectSuccess()
                    .out());
            bySites = byCategory(sites.get("sites"));
            child.say("finish");
            child.await().expectSuccess();
        }

        GoPprof.Raw raw = GoPprof.raw(file);
        assertThat(raw.types()).containsExactly("inuse_objects/count", "inuse_space/bytes[dflt]");
        assertThat(raw.text())
                .contains("Period: 32768")
                .contains("Estimates from samples, one in 32,768 bytes on average")
                .contains("io/nmt/it/programs/CallSites.java:");
        Map<String, Long> byLabel = raw.sums(1, "category");
        assertThat(byLabel).containsKeys("Unsafe", "Direct Buffer");
        // The command's own connection takes buffers of other categories.
        for (String category : List.of("Unsafe", "Direct Buffer")) {
            assertThat(byLabel.get(category)).as(category).isEqualTo(bySites.get(category));
        }
        assertThat(raw.sums(1, "thread")).containsKey("main");
        assertThat(GoPprof.run("-top", "-sample_index=inuse_space", file.toString()))
                .contains("Type: inuse_space", CallSitesRun.KEEP, CallSitesRun.LOAD);
        assertThat(GoPprof.run("-traces", "-sample_index=inuse_space", "-tagfocus=category=Direct", file.toString()))
                .contains(CallSitesRun.LOAD)
                .doesNotContain(CallSitesRun.KEEP);
    }

    @OnOneJdk
    void goPprofReadsWhatARecordingHas(Jdk jdk) throws Exception {
        GoPprof.assumeInstalled();
        Path recording = record(jdk);
        Path file = export(jdk, recording, "--pprof", "app.pb.gz");

        GoPprof.Raw raw = GoPprof.raw(file);

        assertThat(raw.types())
                .containsExactly(
                        "alloc_objects/count", "alloc_space/bytes", "inuse_objects/count", "inuse_space/bytes[dflt]");
        assertThat(raw.text()).contains("Every block is recorded: figures are exact.", "alloc: allocated while");
        JsonNode sites = JSON.readTree(runAgentJar(jdk, "report", "--json", "--top", "0", recording.toString())
                        .expectSuccess()
                        .out())
                .get("sites");
        assertThat(raw.sums(3, "category").values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(byCategory(sites).values().stream()
                        .mapToLong(Long::longValue)
                        .sum());
        assertThat(raw.sumOf(CallSitesRun.KEEP)).containsExactly((long) BLOCKS, KEPT_BYTES, (long) BLOCKS, KEPT_BYTES);
        assertThat(raw.sumOf(CallSitesRun.LOAD)).containsExactly(1L, LOADED_BYTES, 1L, LOADED_BYTES);
        assertThat(raw.sumOf(CallSitesRun.DROP)).containsExactly(DROPPED_BLOCKS, DROPPED_BYTES, 0L, 0L);
        assertThat(raw.sums(1, "thread").get("main")).isGreaterThanOrEqualTo(KEPT_BYTES + LOADED_BYTES + DROPPED_BYTES);
    }

    @OnOneJdk
    void openTelemetryReadsIt(Jdk jdk) throws Exception {
        Path file = export(jdk, record(jdk), "--otlp", "app.otlp");

        ProfilesData data = ProfilesData.parseFrom(Files.readAllBytes(file));

        ProfilesDictionary tables = data.getDictionary();
        assertThat(tables.getMappingTableList()).containsExactly(Mapping.getDefaultInstance());
        assertThat(tables.getLinkTableList()).containsExactly(Link.getDefaultInstance());
        assertThat(tables.getLocationTable(0)).isEqualTo(Location.getDefaultInstance());
        assertThat(tables.getFunctionTable(0)).isEqualTo(Function.getDefaultInstance());
        assertThat(tables.getAttributeTable(0)).isEqualTo(KeyValueAndUnit.getDefaultInstance());
        assertThat(tables.getStackTable(0)).isEqualTo(Stack.getDefaultInstance());
        assertThat(tables.getStringTable(0)).isEmpty();
        Map<String, Profile> byType = new HashMap<>();
        for (Profile profile : data.getResourceProfiles(0).getScopeProfiles(0).getProfilesList()) {
            byType.put(tables.getStringTable(profile.getSampleType().getTypeStrindex()), profile);
            assertThat(profile.getPeriod()).isEqualTo(1);
            assertThat(profile.getProfileId().size()).isEqualTo(16);
            assertThat(profile.getTimeUnixNano()).isPositive();
        }
        assertThat(byType).containsOnlyKeys("alloc_objects", "alloc_space", "inuse_objects", "inuse_space");
        assertThat(sum(tables, byType.get("inuse_space"), CallSitesRun.KEEP, "nmt.category=Unsafe"))
                .isEqualTo(KEPT_BYTES);
        assertThat(sum(tables, byType.get("inuse_objects"), CallSitesRun.KEEP, "nmt.category=Unsafe"))
                .isEqualTo(BLOCKS);
        assertThat(sum(tables, byType.get("alloc_space"), CallSitesRun.DROP, "thread.name=main"))
                .isEqualTo(DROPPED_BYTES);
        assertThat(sum(tables, byType.get("inuse_space"), CallSitesRun.DROP, "nmt.category=Unsafe"))
                .isZero();
    }

    private static long sum(ProfilesDictionary tables, Profile profile, String method, String attribute) {
        long sum = 0;
        for (Sample sample : profile.getSamplesList()) {
            boolean in = tables.getStackTable(sample.getStackIndex()).getLocationIndicesList().stream()
                    .flatMap(location -> tables.getLocationTable(location).getLinesList().stream())
                    .map(line -> tables.getFunctionTable(line.getFunctionIndex()))
                    .anyMatch(function ->
                            tables.getStringTable(function.getNameStrindex()).equals(method));
            boolean with = sample.getAttributeIndicesList().stream()
                    .map(tables::getAttributeTable)
                    .map(found -> tables.getStringTable(found.getKeyStrindex()) + "="
                            + found.getValue().getStringValue())
                    .anyMatch(attribute::equals);
            sum += in && with ? sample.getValues(0) : 0;
        }
        return sum;
    }

    @OnOneJdk
    void speedscopeReadsIt(Jdk jdk) throws Exception {
        Path file = export(jdk, record(jdk), "--speedscope", "app.speedscope.json");

        JsonNode json = JSON.readTree(Files.readString(file));

        try (InputStream in = ExportIT.class.getResourceAsStream("speedscope.schema.json")) {
            JsonSchema schema =
                    JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(in);
            assertThat(schema.validate(json)).isEmpty();
        }
        Map<String, Long> sums = new TreeMap<>();
        for (JsonNode profile : json.get("profiles")) {
            String type = profile.get("name").asText().split(",")[0];
            assertThat(profile.get("unit").asText()).isEqualTo(type.endsWith("space") ? "bytes" : "none");
            assertThat(profile.get("weights")).hasSameSizeAs(profile.get("samples"));
            long all = 0;
            for (int i = 0; i < profile.get("samples").size(); i++) {
                long weight = profile.get("weights").get(i).asLong();
                all += weight;
                List<String> stack = new ArrayList<>();
                for (JsonNode frame : profile.get("samples").get(i)) {
                    stack.add(
                            json.at("/shared/frames/" + frame.asInt() + "/name").asText());
                }
                if (stack.contains(CallSitesRun.KEEP)) {
                    assertThat(stack.subList(0, 2)).containsExactly("Unsafe", CallSites.class.getName() + ".main");
                    sums.merge(type, weight, Long::sum);
                }
            }
            assertThat(profile.get("endValue").asLong()).isEqualTo(all);
        }
        assertThat(sums)
                .isEqualTo(Map.of(
                        "alloc_objects",
                        (long) BLOCKS,
                        "alloc_space",
                        KEPT_BYTES,
                        "inuse_objects",
                        (long) BLOCKS,
                        "inuse_space",
                        KEPT_BYTES));
    }

    @OnOneJdk
    void whatIsWrongIsOneLine(Jdk jdk) throws Exception {
        Path recording = record(jdk);
        Path file = Files.writeString(directory.resolve("before.pb.gz"), "as it was");

        assertRefused(
                runAgentJar(jdk, "export", recording.toString(), "-o", file.toString()),
                2,
                "(specify one of these): (--pprof | --otlp | --speedscope)");
        assertRefused(
                runAgentJar(jdk, "export", recording.toString(), "--pprof", "--otlp", "-o", file.toString()),
                2,
                "--pprof, --otlp are mutually exclusive");
        assertRefused(
                runAgentJar(jdk, "export", recording.toString(), "--pprof", "x.pb.gz"),
                2,
                "unexpected argument 'x.pb.gz'");
        assertRefused(runAgentJar(jdk, "export", recording.toString(), "--pprof", "-o", "-"), 2, "-o /dev/stdout");
        Path missing = directory.resolve("missing.jfr");
        assertRefused(
                runAgentJar(jdk, "export", missing.toString(), "--pprof", "-o", file.toString()),
                1,
                missing + " does not exist");
        Path without = directory.resolve("without.jfr");
        ChildJvm.withoutC2(jdk)
                .options("-XX:StartFlightRecording:filename=" + without)
                .run(Hello.class)
                .expectExit(0);
        assertRefused(
                runAgentJar(jdk, "export", without.toString(), "--otlp", "-o", file.toString()),
                1,
                "has no events of native memory tracking");
        assertThat(file).hasContent("as it was");

        runAgentJar(jdk, "export", recording.toString(), "--pprof", "-o", file.toString())
                .expectSuccess();
        assertThat(Files.readAllBytes(file)).startsWith(0x1f, 0x8b);
    }

    private static void assertRefused(Outcome outcome, int exitCode, String message) {
        outcome.expectExit(exitCode);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines().toList().get(0)).startsWith("nmt: ").contains(message);
    }

    private Path record(Jdk jdk) {
        Path file = directory.resolve("app.jfr");
        CallSitesRun.recordAll(jdk, BLOCKS, file);
        return file;
    }

    private Path export(Jdk jdk, Path recording, String format, String name) {
        Path file = directory.resolve(name);
        runAgentJar(jdk, "export", recording.toString(), format, "-o", file.toString())
                .expectSuccess();
        return file;
    }

    private static Map<String, Long> byCategory(JsonNode sites) throws IOException {
        Map<String, Long> sums = new TreeMap<>();
        for (JsonNode site : sites) {
            sums.merge(site.get("type").asText(), site.get("liveBytes").asLong(), Long::sum);
        }
        return sums;
    }
}
