package io.nmt.spark.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns, in their order. Values are kept as String, Long (timestamps as microseconds since 1970) or String[]. */
enum Column {
    /** The time of the figures. */
    TIME(DataTypes.TimestampType),
    /** The start of the process. */
    STARTED(DataTypes.TimestampType),
    HOST(DataTypes.StringType),
    PID(DataTypes.LongType),
    JDK_VERSION(DataTypes.StringType),
    /** The version of the application. */
    APP_VERSION(DataTypes.StringType),
    /** The JFR event whose last figures these are. */
    EVENT(DataTypes.StringType),
    /** The category; the component of resident memory, or the class of handles. */
    CATEGORY(DataTypes.StringType),
    /** The frame that names the call site. */
    SITE(DataTypes.StringType),
    /** The same without file and line, which other versions have elsewhere. */
    METHOD(DataTypes.StringType),
    /** The call stack, the innermost first. */
    FRAMES(DataTypes.createArrayType(DataTypes.StringType, false)),
    BYTES(DataTypes.LongType),
    BLOCKS(DataTypes.LongType),
    PEAK(DataTypes.LongType),
    /** The standard error of the bytes; 0 if they are exact. */
    STANDARD_ERROR(DataTypes.LongType),
    FILE(DataTypes.StringType),
    /** The part of the file that could not be read. */
    PROBLEM(DataTypes.StringType);

    private final DataType type;

    Column(DataType type) {
        this.type = type;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Column named(String label) {
        for (Column column : values()) {
            if (column.label().equals(label)) {
                return column;
            }
        }
        return null;
    }

    static StructType schema() {
        List<StructField> fields = new ArrayList<>();
        for (Column column : values()) {
            fields.add(DataTypes.createStructField(column.label(), column.type, true));
        }
        return DataTypes.createStructType(fields);
    }
}
