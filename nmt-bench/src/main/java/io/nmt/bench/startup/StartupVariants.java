package io.nmt.bench.startup;

import io.nmt.bench.support.Arguments;
import io.nmt.bench.support.Variant;
import java.nio.file.Path;
import java.util.List;

/** The variants of hello world's start. */
final class StartupVariants {
    final Variant emptyAgent;
    final Variant agent;
    final Variant agentWithoutEvents;
    final Variant hotSpot;
    final Variant jfr;
    final Variant jfrAgent;
    final Variant jfrAgentWithoutEvents;

    StartupVariants(Arguments arguments, Path recording, Path bracketJar) {
        String agentOption = arguments.agent("");
        String withoutEvents = arguments.agent("jfr=false");
        String jfrOption = "-XX:StartFlightRecording:filename=" + recording;
        emptyAgent = new Variant("empty agent", "-javaagent:" + bracketJar + "=begin");
        agent = new Variant("agent", agentOption);
        agentWithoutEvents = new Variant("agent jfr=false", withoutEvents);
        hotSpot = new Variant("HotSpot NMT", "-XX:NativeMemoryTracking=summary");
        jfr = new Variant("JFR", jfrOption);
        jfrAgent = new Variant("JFR + agent", agentOption, jfrOption);
        jfrAgentWithoutEvents = new Variant("JFR + agent jfr=false", withoutEvents, jfrOption);
    }

    List<Variant> all() {
        return List.of(
                Variant.NOTHING, emptyAgent, agent, agentWithoutEvents, hotSpot, jfr, jfrAgent, jfrAgentWithoutEvents);
    }

    boolean hasAgent(Variant variant) {
        return !List.of(Variant.NOTHING, emptyAgent, hotSpot, jfr).contains(variant);
    }

    /** The variant that another one adds to. */
    Variant base(Variant variant) {
        return List.of(jfrAgent, jfrAgentWithoutEvents).contains(variant) ? jfr : Variant.NOTHING;
    }
}
