package io.nmt.core.report;

import io.nmt.core.sites.Frame;
import io.nmt.core.sites.SiteUsage;
import java.util.List;

/** Call sites in the form that flame-graph tools read: one line for each, the frames from the outermost to the innermost. */
public final class CollapsedStacks {
    private CollapsedStacks() {}

    /**
     * Writes sites.
     *
     * @param sites in any order
     * @return lines such as {@code Direct Buffer;com.acme.Main.main;com.acme.Codec.encode 524288}, each ended by a line feed:
     *     the category, the methods, and the live bytes
     */
    public static String of(List<SiteUsage> sites) {
        StringBuilder text = new StringBuilder(4096);
        for (SiteUsage usage : sites) {
            text.append(
                    usage.site().category().replace(';', ',').replace('\n', ' ').replace('\r', ' '));
            List<Frame> frames = usage.site().frames();
            if (frames.isEmpty()) {
                text.append(';').append(usage.site());
            }
            for (int i = frames.size() - 1; i >= 0; i--) {
                Frame frame = frames.get(i);
                text.append(';').append(frame.className()).append('.').append(frame.methodName());
            }
            text.append(' ').append(usage.liveBytes()).append('\n');
        }
        return text.toString();
    }
}
