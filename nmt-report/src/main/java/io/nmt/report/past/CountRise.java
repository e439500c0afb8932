package io.nmt.report.past;

/**
 * A rise of what a line of code makes and is counted, such as threads: as it was told last.
 *
 * @param rise its start, its end or that until now, and the counts at both
 * @param leaks whether it was told to be a leak: what a collector frees may be garbage until then
 */
public record CountRise(Rise rise, boolean leaks) {}
