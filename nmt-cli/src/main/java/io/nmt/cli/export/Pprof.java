package io.nmt.cli.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * The format of {@code go tool pprof}, gzipped: <a
 * href="https://github.com/google/pprof/blob/main/proto/profile.proto">profile.proto</a>, of which the names and the
 * numbers of fields are.
 */
public final class Pprof implements ProfileFormat {
    // Of Profile.
    private static final int SAMPLE_TYPE = 1;
    private static final int SAMPLE = 2;
    private static final int MAPPING = 3;
    private static final int LOCATION = 4;
    private static final int FUNCTION = 5;
    private static final int STRING_TABLE = 6;
    private static final int TIME_NANOS = 9;
    private static final int DURATION_NANOS = 10;
    private static final int PERIOD_TYPE = 11;
    private static final int PERIOD = 12;
    private static final int COMMENT = 13;
    private static final int DEFAULT_SAMPLE_TYPE = 14;
    private static final int DOC_URL = 15;

    // Of Mapping.
    private static final int FILENAME = 5;
    private static final int HAS_FUNCTIONS = 7;
    private static final int HAS_FILENAMES = 8;
    private static final int HAS_LINE_NUMBERS = 9;

    // Of Sample, Label, Location, Line, Function, ValueType: by their order.
    private static final int FIRST = 1;
    private static final int SECOND = 2;
    private static final int THIRD = 3;
    private static final int FOURTH = 4;

    private record Function(String method, String file) {}

    /** Any. */
    public Pprof() {}

    @Override
    public void write(Profile profile, OutputStream out) throws IOException {
        GZIPOutputStream zipped = new GZIPOutputStream(out);
        zipped.write(new Message().of(profile).toBytes());
        zipped.finish();
    }

    /** With its tables. The numbers of locations and functions begin with 1. */
    private static final class Message {
        private final IndexTable<String> strings = new IndexTable<>("");
        private final IndexTable<Function> functions = new IndexTable<>(new Function("", ""));
        private final IndexTable<ProfileFrame> locations = new IndexTable<>(new ProfileFrame("", "", 0));

        Protobuf of(Profile profile) {
            Protobuf message = new Protobuf();
            for (SampleType type : profile.types()) {
                message.message(SAMPLE_TYPE, valueType(type.label(), type.unit()));
            }
            for (ProfileRow row : profile.rows()) {
                message.message(SAMPLE, sample(profile, row));
            }
            message.message(MAPPING, mapping());
            for (ProfileFrame frame : withoutZero(locations)) {
                Protobuf line = new Protobuf().number(FIRST, function(frame)).number(SECOND, frame.line());
                message.message(
                        LOCATION,
                        new Protobuf()
                                .number(FIRST, locations.number(frame))
                                .number(SECOND, 1)
                                .message(FOURTH, line));
            }
            for (Function function : withoutZero(functions)) {
                int name = strings.number(function.method);
                message.message(
                        FUNCTION,
                        new Protobuf()
                                .number(FIRST, functions.number(function))
                                .number(SECOND, name)
                                .number(THIRD, name)
                                .number(FOURTH, strings.number(function.file)));
            }
            message.number(TIME_NANOS, profile.timeNanos())
                    .number(DURATION_NANOS, profile.duration().toNanos())
                    .message(PERIOD_TYPE, valueType("space", "bytes"))
                    .number(PERIOD, profile.intervalBytes())
                    .packed(
                            COMMENT,
                            profile.notes().stream().map(strings::number).toList())
                    .number(DEFAULT_SAMPLE_TYPE, strings.number(SampleType.INUSE_SPACE.label()))
                    .number(DOC_URL, strings.number(Profile.DOCUMENTATION));
            strings.values().forEach(string -> message.element(STRING_TABLE, string));
            return message;
        }

        /** Says that there are no symbols to look for. */
        private Protobuf mapping() {
            return new Protobuf()
                    .number(FIRST, 1)
                    .number(FILENAME, strings.number("java"))
                    .number(HAS_FUNCTIONS, 1)
                    .number(HAS_FILENAMES, 1)
                    .number(HAS_LINE_NUMBERS, 1);
        }

        private Protobuf sample(Profile profile, ProfileRow row) {
            Protobuf sample = new Protobuf()
                    .packed(FIRST, row.frames().stream().map(locations::number).toList())
                    .packed(
                            SECOND,
                            profile.types().stream().map(type -> type.of(row)).toList());
            row.labels()
                    .forEach((key, value) -> sample.message(
                            THIRD,
                            new Protobuf().number(FIRST, strings.number(key)).number(SECOND, strings.number(value))));
            return sample;
        }

        private int function(ProfileFrame frame) {
            return functions.number(new Function(frame.method(), frame.file()));
        }

        private Protobuf valueType(String type, String unit) {
            return new Protobuf().number(FIRST, strings.number(type)).number(SECOND, strings.number(unit));
        }

        private static <T> List<T> withoutZero(IndexTable<T> table) {
            List<T> values = new ArrayList<>(table.values());
            return values.subList(1, values.size());
        }
    }
}
