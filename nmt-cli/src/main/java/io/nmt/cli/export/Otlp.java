package io.nmt.cli.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * OpenTelemetry's profiles, of which the names and the numbers of fields are: a message {@code ProfilesData} of {@code
 * opentelemetry/proto/profiles/v1development/profiles.proto}, in <a
 * href="https://github.com/open-telemetry/opentelemetry-proto/tree/v1.11.0">version 1.11.0</a>. Each figure is a
 * profile of its own. The first element of each table is its type's zero.
 */
public final class Otlp implements ProfileFormat {
    // Of ProfilesDictionary.
    private static final int MAPPING_TABLE = 1;
    private static final int LOCATION_TABLE = 2;
    private static final int FUNCTION_TABLE = 3;
    private static final int LINK_TABLE = 4;
    private static final int STRING_TABLE = 5;
    private static final int ATTRIBUTE_TABLE = 6;
    private static final int STACK_TABLE = 7;

    // Of Profile.
    private static final int SAMPLE_TYPE = 1;
    private static final int SAMPLES = 2;
    private static final int TIME_UNIX_NANO = 3;
    private static final int DURATION_NANO = 4;
    private static final int PERIOD_TYPE = 5;
    private static final int PERIOD = 6;
    private static final int PROFILE_ID = 7;

    // Of Sample.
    private static final int STACK_INDEX = 1;
    private static final int ATTRIBUTE_INDICES = 2;
    private static final int VALUES = 4;

    // Of others: by their order.
    private static final int FIRST = 1;
    private static final int SECOND = 2;
    private static final int THIRD = 3;

    private record Function(String method, String file) {}

    private record Attribute(String key, String value) {}

    /** Any. */
    public Otlp() {}

    @Override
    public void write(Profile profile, OutputStream out) throws IOException {
        out.write(new Message().of(profile).toBytes());
    }

    private static final class Message {
        private final IndexTable<String> strings = new IndexTable<>("");
        private final IndexTable<Function> functions = new IndexTable<>(new Function("", ""));
        private final IndexTable<ProfileFrame> locations = new IndexTable<>(new ProfileFrame("", "", 0));
        private final IndexTable<List<Integer>> stacks = new IndexTable<>(List.of());
        private final IndexTable<Attribute> attributes = new IndexTable<>(new Attribute("", ""));

        Protobuf of(Profile profile) {
            Protobuf scope = new Protobuf().message(FIRST, new Protobuf().text(FIRST, "io.nmt"));
            for (SampleType type : profile.types()) {
                scope.message(SECOND, profile(profile, type));
            }
            Protobuf resource = new Protobuf().message(FIRST, attribute("service.name", profile.name()));
            for (int i = 0; i < profile.notes().size(); i++) {
                resource.message(
                        FIRST, attribute("nmt.note." + (i + 1), profile.notes().get(i)));
            }
            return new Protobuf()
                    .message(FIRST, new Protobuf().message(FIRST, resource).message(SECOND, scope))
                    .message(SECOND, dictionary());
        }

        private Protobuf profile(Profile profile, SampleType type) {
            Protobuf message = new Protobuf().message(SAMPLE_TYPE, valueType(type.label(), type.unit()));
            for (ProfileRow row : profile.rows()) {
                if (type.of(row) > 0) {
                    message.message(SAMPLES, sample(row, type.of(row)));
                }
            }
            message.fixed64(TIME_UNIX_NANO, profile.timeNanos())
                    .number(DURATION_NANO, profile.duration().toNanos())
                    .message(PERIOD_TYPE, valueType("space", "bytes"))
                    .number(PERIOD, profile.intervalBytes());
            return message.element(PROFILE_ID, id(message.toBytes()));
        }

        /** The same of the same. */
        private static byte[] id(byte[] content) {
            UUID id = UUID.nameUUIDFromBytes(content);
            return ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(id.getMostSignificantBits())
                    .putLong(id.getLeastSignificantBits())
                    .array();
        }

        private Protobuf sample(ProfileRow row, long value) {
            List<Integer> labels = new ArrayList<>();
            row.labels().forEach((key, text) -> labels.add(attributes.number(new Attribute(key(key), text))));
            int stack =
                    stacks.number(row.frames().stream().map(locations::number).toList());
            return new Protobuf()
                    .number(STACK_INDEX, stack)
                    .packed(ATTRIBUTE_INDICES, labels)
                    .packed(VALUES, List.of(value));
        }

        /** As OpenTelemetry has it, or else one of ours. */
        private static String key(String label) {
            return label.equals(ProfileRow.THREAD) ? "thread.name" : "nmt." + label;
        }

        private Protobuf dictionary() {
            Protobuf dictionary = new Protobuf().message(MAPPING_TABLE, new Protobuf());
            for (ProfileFrame frame : locations.values()) {
                Protobuf location = new Protobuf();
                int function = functions.number(new Function(frame.method(), frame.file()));
                if (function > 0) {
                    location.message(
                            THIRD, new Protobuf().number(FIRST, function).number(SECOND, frame.line()));
                }
                dictionary.message(LOCATION_TABLE, location);
            }
            for (Function function : functions.values()) {
                int name = strings.number(function.method);
                dictionary.message(
                        FUNCTION_TABLE,
                        new Protobuf()
                                .number(FIRST, name)
                                .number(SECOND, name)
                                .number(THIRD, strings.number(function.file)));
            }
            dictionary.message(LINK_TABLE, new Protobuf());
            for (Attribute attribute : attributes.values()) {
                Protobuf message = new Protobuf().number(FIRST, strings.number(attribute.key));
                if (!attribute.key.isEmpty()) {
                    message.message(SECOND, new Protobuf().element(FIRST, attribute.value));
                }
                dictionary.message(ATTRIBUTE_TABLE, message);
            }
            for (List<Integer> stack : stacks.values()) {
                dictionary.message(STACK_TABLE, new Protobuf().packed(FIRST, stack));
            }
            strings.values().forEach(string -> dictionary.element(STRING_TABLE, string));
            return dictionary;
        }

        private Protobuf valueType(String type, String unit) {
            return new Protobuf().number(FIRST, strings.number(type)).number(SECOND, strings.number(unit));
        }

        /** A KeyValue with a string in it. */
        private static Protobuf attribute(String key, String value) {
            return new Protobuf().text(FIRST, key).message(SECOND, new Protobuf().element(FIRST, value));
        }
    }
}
