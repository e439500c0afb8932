package io.nmt.jfr.recordings;

import io.nmt.report.model.JvmSetup;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes in the JDK's events on how a JVM is set up. */
final class RecordedSetup {
    static final Set<String> EVENTS =
            Set.of(RecordedJvm.EVENT, "jdk.GCConfiguration", "jdk.GCHeapConfiguration", "jdk.BooleanFlag");

    private static final Map<String, String> COLLECTORS = Map.of(
            "SerialOld", "Serial",
            "ParallelOld", "Parallel",
            "G1Old", "G1",
            "Z", "ZGC",
            "ZGC Major", "ZGC",
            "Shenandoah", "Shenandoah");
    private static final String COMPACT_HEADERS = "UseCompactObjectHeaders";
    private static final Pattern VERSION = Pattern.compile("\\((\\d+)");
    private static final Pattern NO_ARCHIVE = Pattern.compile("(?:^| )-Xshare:off(?: |$)");
    private static final Pattern ARCHIVE =
            Pattern.compile("(?:^| )-XX:(?:SharedArchiveFile|AOTCache)=(?:\\S*/)?(\\S+)");

    private int feature;
    private String collector = "";
    private int threads;
    private long heapBytes;
    private boolean compactHeaders;
    private String archive = "";

    void add(EventData event) {
        switch (event.name()) {
            case RecordedJvm.EVENT -> {
                Matcher version = VERSION.matcher(text(event, "jvmVersion"));
                feature = version.find() ? Integer.parseInt(version.group(1)) : feature;
                archive = archive(text(event, "jvmArguments"));
            }
            case "jdk.GCConfiguration" -> {
                String old = text(event, "oldCollector");
                collector = COLLECTORS.getOrDefault(old, old);
                threads = event.hasField("parallelGCThreads") ? event.getInt("parallelGCThreads") : threads;
            }
            case "jdk.GCHeapConfiguration" ->
                heapBytes = event.hasField("maxSize") ? event.getLong("maxSize") : heapBytes;
            default -> {
                if (COMPACT_HEADERS.equals(text(event, "name"))) {
                    compactHeaders = event.getBoolean("value");
                }
            }
        }
    }

    private static String archive(String arguments) {
        Matcher file = ARCHIVE.matcher(arguments);
        return NO_ARCHIVE.matcher(arguments).find() ? "none" : file.find() ? file.group(1) : "default";
    }

    private static String text(EventData event, String field) {
        String text = event.hasField(field) ? event.getString(field) : null;
        return text == null ? "" : text;
    }

    JvmSetup get() {
        return new JvmSetup(feature, collector, threads, heapBytes, compactHeaders, archive);
    }
}
