package io.nmt.spark;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkConf;

/**
 * The settings, as the driver reads them and hands them to executors.
 *
 * @param intervalNanos between two messages of an executor that has nothing special to tell; a second or more
 * @param agentJar to be attached; empty for the one among Spark's jars
 * @param agentOptions of an agent that is attached
 */
record Settings(long intervalNanos, String agentJar, String agentOptions) {
    private static final String INTERVAL = "spark.nmt.interval";
    private static final String AGENT_JAR = "spark.nmt.agent.jar";
    private static final String AGENT_OPTIONS = "spark.nmt.agent.options";
    private static final long LEAST_SECONDS = 1;

    static Settings of(SparkConf conf) {
        long seconds = conf.getTimeAsSeconds(INTERVAL, "10s");
        if (seconds < LEAST_SECONDS) {
            throw new IllegalArgumentException(INTERVAL + " is " + conf.get(INTERVAL) + ", and must be 1s or more");
        }
        return new Settings(TimeUnit.SECONDS.toNanos(seconds), conf.get(AGENT_JAR, ""), conf.get(AGENT_OPTIONS, ""));
    }

    static Settings of(Map<String, String> handed) {
        return new Settings(Long.parseLong(handed.get(INTERVAL)), handed.get(AGENT_JAR), handed.get(AGENT_OPTIONS));
    }

    Map<String, String> handed() {
        Map<String, String> handed = new HashMap<>();
        handed.put(INTERVAL, Long.toString(intervalNanos));
        handed.put(AGENT_JAR, agentJar);
        handed.put(AGENT_OPTIONS, agentOptions);
        return handed;
    }
}
