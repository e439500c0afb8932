package io.nmt.cli.export;

import io.nmt.report.render.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The format of speedscope: <a href="https://www.speedscope.app/file-format-schema.json">its schema</a>. It has no
 * labels: categories are frames, on which the stacks stand. Each figure is a profile of its own, with live bytes first.
 */
public final class Speedscope implements ProfileFormat {
    private static final String SCHEMA = "https://www.speedscope.app/file-format-schema.json";

    /** Any. */
    public Speedscope() {}

    @Override
    public void write(Profile profile, OutputStream out) throws IOException {
        out.write(json(profile).getBytes(StandardCharsets.UTF_8));
    }

    private static String json(Profile profile) {
        Map<ProfileFrame, Integer> frames = new LinkedHashMap<>();
        Map<List<Integer>, List<ProfileRow>> stacks = new LinkedHashMap<>();
        for (ProfileRow row : profile.rows()) {
            stacks.computeIfAbsent(stack(row, frames), any -> new ArrayList<>()).add(row);
        }
        Json json = new Json()
                .object()
                .field("$schema", SCHEMA)
                .field("name", profile.name())
                .field("exporter", "nmt")
                .field("activeProfileIndex", 0)
                .object("shared")
                .array("frames");
        frames.keySet().forEach(frame -> append(json, frame));
        json.endArray().endObject().array("profiles");
        List<SampleType> types = new ArrayList<>(profile.types());
        Collections.reverse(types);
        types.forEach(type -> append(json, type, profile, stacks));
        // Not of the format, which allows more fields.
        return json.endArray().strings("notes", profile.notes()).endObject().toString() + "\n";
    }

    /** The outermost first. */
    private static List<Integer> stack(ProfileRow row, Map<ProfileFrame, Integer> frames) {
        List<ProfileFrame> stack = new ArrayList<>(row.frames());
        Collections.reverse(stack);
        stack.add(0, ProfileFrame.named(row.category()));
        List<Integer> numbers = new ArrayList<>();
        for (ProfileFrame frame : stack) {
            Integer known = frames.putIfAbsent(frame, frames.size());
            numbers.add(known == null ? frames.size() - 1 : known);
        }
        return numbers;
    }

    private static void append(Json json, ProfileFrame frame) {
        json.object().field("name", frame.method());
        if (!frame.file().isEmpty()) {
            json.field("file", frame.file());
        }
        if (frame.line() > 0) {
            json.field("line", frame.line());
        }
        json.endObject();
    }

    private static void append(
            Json json, SampleType type, Profile profile, Map<List<Integer>, List<ProfileRow>> stacks) {
        Map<List<Integer>, Long> weights = new LinkedHashMap<>();
        long sum = 0;
        for (Map.Entry<List<Integer>, List<ProfileRow>> stack : stacks.entrySet()) {
            long weight = stack.getValue().stream().mapToLong(type::of).sum();
            if (weight > 0) {
                weights.put(stack.getKey(), weight);
                sum += weight;
            }
        }
        json.object()
                .field("type", "sampled")
                .field("name", type.label() + ", " + profile.name())
                .field("unit", type.unit().equals("bytes") ? "bytes" : "none")
                .field("startValue", 0)
                .field("endValue", sum)
                .array("samples");
        for (List<Integer> stack : weights.keySet()) {
            json.array();
            stack.forEach(frame -> json.value((long) frame));
            json.endArray();
        }
        json.endArray().array("weights");
        weights.values().forEach(weight -> json.value((long) weight));
        json.endArray().endObject();
    }
}
