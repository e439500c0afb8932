package io.nmt.report.top;

/**
 * The facts of a process beside its figures.
 *
 * @param name its main class or jar
 * @param jdk its version, such as 25
 * @param trackedMillis since tracking began, if that was late; {@link Row#UNKNOWN} if it was there at the start
 * @param sampledBytes on average between two samples; 0 if none is taken
 * @param heapMaxBytes what the Java heap may have
 * @param tookNanos how long this reading took the process
 */
public record Target(String name, int jdk, long trackedMillis, long sampledBytes, long heapMaxBytes, long tookNanos) {}
