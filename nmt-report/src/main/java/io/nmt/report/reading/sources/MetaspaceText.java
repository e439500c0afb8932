package io.nmt.report.reading.sources;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The limits of class metadata, and what is left of them, in the text of {@code VM.info} or {@code VM.metaspace basic}.
 * The JVM rounds to two digits behind the point.
 */
public final class MetaspaceText {
    private static final String SIZE = "([\\d.]+) (bytes|KB|MB|GB)";
    private static final Pattern LIMIT = Pattern.compile("(?m)^MaxMetaspaceSize: " + SIZE);
    private static final Pattern CLASS_SPACE = Pattern.compile("(?m)^CompressedClassSpaceSize: " + SIZE);
    private static final String COMMITTED = " +" + SIZE + " reserved, +" + SIZE + " ";
    /** Without a class space, the line has no name. */
    private static final Pattern ALL_COMMITTED = Pattern.compile("(?m)^ *(?:Both:)?" + COMMITTED);

    private static final String ARCHIVED = "\nCDS: on";
    private static final long LEAST_BYTES = 10L << 20; // 7 MB of a first command, the rest for the application
    private static final long LEAST_UNARCHIVED_BYTES = 15L << 20; // 11 MB: the JDK's classes take room, too
    private static final int SPACE_DIVISOR = 4; // a sixth of these bytes is in the class space
    private static final Pattern CLASSES_COMMITTED = Pattern.compile("(?m)^ *Class space:" + COMMITTED);

    private MetaspaceText() {}

    /** Reads {@code -XX:MaxMetaspaceSize}; 0 if there is no limit, or the text does not tell. */
    public static long limitBytes(String text) {
        return bytes(LIMIT.matcher(text), 1);
    }

    /** Reads {@code -XX:CompressedClassSpaceSize}; 0 without a class space, or if the text does not tell. */
    public static long classSpaceBytes(String text) {
        return bytes(CLASS_SPACE.matcher(text), 1);
    }

    /**
     * Tells whether a first command's classes fit.
     *
     * @param text of the JVM
     * @return what is missing, for a sentence; null if they fit, or there is no limit
     */
    public static Shortage shortage(String text) {
        long least = text.contains(ARCHIVED) ? LEAST_BYTES : LEAST_UNARCHIVED_BYTES;
        Shortage all = new Shortage("metaspace", limitBytes(text), bytes(ALL_COMMITTED.matcher(text), 3), least);
        Shortage space = new Shortage(
                "class space", classSpaceBytes(text), bytes(CLASSES_COMMITTED.matcher(text), 3), least / SPACE_DIVISOR);
        return all.isShort() ? all : space.isShort() ? space : null;
    }

    /**
     * A pool of class metadata, and what a first command needs of it.
     *
     * @param pool its name
     * @param limitBytes that it may have; 0 without a limit
     * @param committedBytes of these
     * @param neededBytes for a first command
     */
    public record Shortage(String pool, long limitBytes, long committedBytes, long neededBytes) {
        /** Bytes that may still be committed. */
        public long freeBytes() {
            return Math.max(0, limitBytes - committedBytes);
        }

        private boolean isShort() {
            return limitBytes > 0 && freeBytes() < neededBytes;
        }
    }

    private static long bytes(Matcher size, int group) {
        if (!size.find()) {
            return 0;
        }
        try {
            double number = Double.parseDouble(size.group(group));
            return Math.round(
                    switch (size.group(group + 1)) {
                        case "GB" -> number * (1 << 30);
                        case "MB" -> number * (1 << 20);
                        case "KB" -> number * (1 << 10);
                        default -> number;
                    });
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
