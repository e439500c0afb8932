package io.nmt.agent.flamegraph;

import java.util.List;

/**
 * What one call stack holds.
 *
 * @param category of its blocks
 * @param frames classes and methods without lines, the outermost first
 * @param bytes live, 0 or more
 */
public record StackBytes(String category, List<String> frames, long bytes) {}
