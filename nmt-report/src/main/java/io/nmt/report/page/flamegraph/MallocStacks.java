package io.nmt.report.page.flamegraph;

import io.nmt.core.model.Frame;
import io.nmt.report.malloc.MallocProfile;
import io.nmt.report.malloc.MallocStack;
import io.nmt.report.malloc.NativeFrame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The call stacks of a profile of malloc: Java frames, and above them the native ones. */
public final class MallocStacks {
    private MallocStacks() {}

    /**
     * Those that hold something.
     *
     * @param profile to be drawn
     * @return in any order; the category is the library
     */
    public static List<StackBytes> of(MallocProfile profile) {
        List<StackBytes> stacks = new ArrayList<>();
        for (MallocStack stack : profile.stacks()) {
            long bytes = Math.round(stack.bytes());
            if (bytes > 0) {
                stacks.add(new StackBytes(
                        stack.library(), outermostFirst(stack), bytes, Math.max(0, Math.round(stack.blocks()))));
            }
        }
        return stacks;
    }

    private static List<String> outermostFirst(MallocStack stack) {
        List<String> frames = new ArrayList<>();
        for (NativeFrame frame : stack.nativeFrames()) {
            frames.add(frame.symbol().isEmpty() ? frame.library() : frame.symbol());
        }
        for (Frame frame : stack.site().frames()) {
            frames.add(frame.className() + "." + frame.methodName());
        }
        Collections.reverse(frames);
        return frames.isEmpty() ? List.of("(no stack)") : List.copyOf(frames);
    }
}
