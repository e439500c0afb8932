package io.nmt.jfr.recordings;

import java.time.Instant;
import java.util.Map;

/**
 * The process that a recording is of, as far as it tells: small configurations leave events out. Immutable.
 *
 * @param pid its number; -1 if that is not known
 * @param started when its JVM was; null if that is not known
 * @param jdkVersion for example {@code 17.0.15+6}; null if that is not known
 * @param host what the environment variable {@code HOSTNAME} said, in Kubernetes the name of the pod; null if it is not
 *     recorded
 * @param properties the system properties that were asked for and are there; of the others nothing is kept, they may be
 *     secrets
 */
public record RecordedProcess(
        long pid, Instant started, String jdkVersion, String host, Map<String, String> properties) {
    /** As they were found: copied. */
    public RecordedProcess {
        properties = Map.copyOf(properties);
    }
}
