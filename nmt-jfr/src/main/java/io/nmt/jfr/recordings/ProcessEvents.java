package io.nmt.jfr.recordings;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;

/** Takes in the events that tell of the process. Every chunk has them; the last ones count. */
final class ProcessEvents {
    private static final String HOST = "HOSTNAME";
    private static final Pattern PROPERTY = Pattern.compile("(?:^|\\s)-D([^\\s=]+)=(\\S*)");

    private final Set<String> wanted;
    private final Map<String, String> properties = new HashMap<>();
    private long pid = -1;
    private Instant started;
    private String jdkVersion;
    private String host;

    ProcessEvents(Set<String> wanted) {
        this.wanted = wanted;
    }

    void add(RecordedEvent recorded) {
        EventData event = LenientEvent.of(recorded);
        switch (event.name()) {
            case RecordedJvm.EVENT -> addJvm(event);
            case "jdk.InitialSystemProperty" -> addProperty(event.getString("key"), event.getString("value"));
            case "jdk.InitialEnvironmentVariable" -> {
                if (HOST.equals(event.getString("key"))) {
                    host = event.getString("value");
                }
            }
            default -> {}
        }
    }

    private void addJvm(EventData event) {
        pid = event.hasField("pid") ? event.getLong("pid") : pid;
        started = event.hasField("jvmStartTime") ? Instant.ofEpochMilli(event.getLong("jvmStartTime")) : started;
        String version = RecordedJvm.process(event).jdk();
        jdkVersion = version == null ? jdkVersion : version;
        String arguments = event.hasField("jvmArguments") ? event.getString("jvmArguments") : null;
        if (arguments != null) {
            Matcher property = PROPERTY.matcher(arguments);
            while (property.find()) {
                addProperty(property.group(1), property.group(2));
            }
        }
    }

    private void addProperty(String key, String value) {
        // JDK 17 may leave a string out of a chunk.
        if (key != null && value != null && wanted.contains(key)) {
            properties.put(key, value);
        }
    }

    RecordedProcess result() {
        return new RecordedProcess(pid, started, jdkVersion, host, properties);
    }
}
