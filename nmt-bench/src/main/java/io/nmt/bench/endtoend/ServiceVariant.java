package io.nmt.bench.endtoend;

import java.nio.file.Path;
import java.util.List;

/** The options of the service. */
enum ServiceVariant {
    NOTHING("nothing", false, false, false),
    HOTSPOT_NMT("HotSpot NMT", true, false, false),
    AGENT("agent", false, true, false),
    JFR("JFR", false, false, true),
    JFR_HOTSPOT_NMT("JFR + HotSpot NMT", true, false, true),
    JFR_AGENT("JFR + agent", false, true, true);

    final String label;
    final boolean hotSpotNmt;
    final boolean agent;
    final boolean jfr;

    ServiceVariant(String label, boolean hotSpotNmt, boolean agent, boolean jfr) {
        this.label = label;
        this.hotSpotNmt = hotSpotNmt;
        this.agent = agent;
        this.jfr = jfr;
    }

    /** Adds this variant's options of the JVM. The agent's own options, after its jar, may be empty. */
    void addOptions(List<String> command, Path agentJar, String agentOptions) {
        if (hotSpotNmt) {
            command.add("-XX:NativeMemoryTracking=summary");
        }
        if (agent) {
            command.add("-javaagent:" + agentJar + agentOptions);
        }
        if (jfr) {
            command.add("-XX:StartFlightRecording");
        }
    }
}
