package io.nmt.core.model;

/**
 * The activity of a category, or of all together, in a window of time: of all threads, also of ended ones. Exact if no
 * thread allocates or frees while the window is opened or read.
 *
 * @param category its name
 * @param allocatedBytes allocated in the window, whether still live or not
 * @param allocatedBlocks allocated in the window, whether still live or not
 * @param liveBytes live bytes now, less those at the start; negative if there are fewer
 * @param liveBlocks likewise, blocks
 * @param peakBytes the most that was live at once, less what was live at the start; 0 or more. As exact as {@link
 *     Snapshot#exactPeaks} says
 */
public record Activity(
        String category, long allocatedBytes, long allocatedBlocks, long liveBytes, long liveBlocks, long peakBytes) {}
