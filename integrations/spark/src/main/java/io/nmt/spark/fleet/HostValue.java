package io.nmt.spark.fleet;

import java.io.Serializable;

/**
 * The memory of a call site on one host that runs one version, on average over its recordings.
 *
 * @param host its name
 * @param version of the application
 * @param bytes 0 or more
 * @param variance of the sampling, in bytes squared; 0 if the figures are exact
 */
public record HostValue(String host, String version, double bytes, double variance) implements Serializable {
    private static final long serialVersionUID = 1;
}
