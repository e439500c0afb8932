package io.nmt.junit;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Site;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A failure's message. Its first line is the whole of it in a summary; the frames are written as in a stack trace, so
 * that consoles make links of them.
 */
final class LeakText {
    private static final int MOST_STACKS = 5;
    private static final int MOST_OTHERS = 5;

    private LeakText() {}

    static String of(TestLeaks leaks) {
        StringBuilder text = new StringBuilder();
        List<Leak> judged = leaks.judged();
        text.append(title(judged)).append('\n');
        for (Leak leak : judged.subList(0, Math.min(judged.size(), MOST_STACKS))) {
            text.append('\n').append(sentence(leak)).append('\n');
            appendStack(text, leak.site());
        }
        if (judged.size() > MOST_STACKS) {
            text.append("\nand ")
                    .append(Scale.group(judged.size() - MOST_STACKS))
                    .append(" more call sites\n");
        }
        appendOthers(text, leaks.others());
        appendNotes(text, leaks);
        return text.toString();
    }

    /**
     * For example {@code Leaked 3 blocks (12,288 bytes) of Direct Buffer: Codec.encode(Codec.java:23)}. All call stacks
     * that lead to a line of code are one call site there.
     */
    static String title(List<Leak> judged) {
        List<Leak> lines = byLine(judged);
        Leak first = lines.get(0);
        String more = lines.size() == 1 ? "" : ", and at " + places(lines.size() - 1);
        return "Leaked " + what(first) + (first.site() == null ? "" : ": " + shortName(first.site())) + more;
    }

    private static List<Leak> byLine(List<Leak> leaks) {
        Map<List<?>, Leak> lines = new LinkedHashMap<>();
        for (Leak leak : leaks) {
            String line = leak.site() == null ? "" : leak.site().toString();
            lines.merge(List.of(leak.kind(), leak.category(), line), leak, Leak::plus);
        }
        return lines.values().stream().sorted(Leak.MOST_FIRST).toList();
    }

    private static String places(int count) {
        return count == 1 ? "one more call site" : Scale.group(count) + " more call sites";
    }

    /** The amount and the kind. */
    static String what(Leak leak) {
        String count = Scale.group(leak.count()) + " ";
        return switch (leak.kind()) {
            case HANDLES -> count + leak.category() + " not closed";
            case POOLED ->
                count + leak.kind().of(leak.count()) + " (" + bytes(leak.bytes()) + ") of " + leak.category()
                        + " not released";
            case BLOCKS -> count + leak.kind().of(leak.count()) + " (" + bytes(leak) + ") of " + leak.category();
        };
    }

    static String bytes(long bytes) {
        return Scale.group(bytes) + (bytes == 1 ? " byte" : " bytes");
    }

    private static String bytes(Leak leak) {
        return (leak.category().equals(Category.ZIP.name()) ? "about " : "") + bytes(leak.bytes());
    }

    private static String sentence(Leak leak) {
        String verb =
                leak.kind() == Leak.Kind.HANDLES ? "created" : leak.kind() == Leak.Kind.POOLED ? "taken" : "allocated";
        String threads = leak.threads().isEmpty() ? "" : ", " + verb + " on " + String.join(", ", leak.threads());
        String held = held(leak);
        return what(leak) + threads + "." + (held.isEmpty() ? "" : "\n" + held);
    }

    /** The reason why it is still live. */
    private static String held(Leak leak) {
        String whose = leak.count() == 1 ? "its object" : "the object of at least one";
        if (leak.kind() != Leak.Kind.BLOCKS && !leak.collected()) {
            return "Something still refers to " + (leak.count() == 1 ? "it." : "them.");
        }
        return switch (leak.kind()) {
            case HANDLES -> "Collected: " + whose + ". Its native memory leaks unless a cleaner frees it later.";
            case POOLED -> "Collected: " + whose + ". The pool cannot reuse its memory.";
            case BLOCKS -> heldBlocks(leak.site().freedBy());
        };
    }

    private static String heldBlocks(FreedBy freedBy) {
        if (freedBy == FreedBy.COLLECTOR) {
            return "The garbage collector frees it once nothing refers to it. Something does: a static field, a thread,"
                    + " a field of the test.";
        }
        return freedBy == FreedBy.PROGRAM ? "Only the program frees it." : "";
    }

    static void appendStack(StringBuilder text, Site site) {
        if (site == null || site.frames().isEmpty()) {
            text.append("    (unknown place: too many call sites)\n");
            return;
        }
        List<Frame> frames = ownFrames(site.frames());
        for (Frame frame : frames) {
            text.append("    at ").append(frame).append('\n');
        }
        if (frames.size() < site.frames().size()) {
            text.append("    ... the test runner's\n");
        }
    }

    /** The frames before those by which a test method is called: JUnit does so by reflection. */
    static List<Frame> ownFrames(List<Frame> frames) {
        int end = 0;
        while (end < frames.size() && !frames.get(end).className().startsWith("org.junit.")) {
            end++;
        }
        if (end < frames.size()) {
            while (end > 1 && isReflection(frames.get(end - 1).className())) {
                end--;
            }
        }
        return frames.subList(0, end);
    }

    private static boolean isReflection(String className) {
        return className.startsWith("jdk.internal.reflect.")
                || className.startsWith("java.lang.invoke.")
                || className.equals("java.lang.reflect.Method");
    }

    private static void appendOthers(StringBuilder text, List<Leak> others) {
        text.append(others.isEmpty() ? "" : "\n");
        for (Leak leak : others.subList(0, Math.min(others.size(), MOST_OTHERS))) {
            text.append("Not counted: ")
                    .append(what(leak))
                    .append(", ")
                    .append(reason(leak))
                    .append(": ");
            text.append(leak.site() == null ? "(not known)" : leak.site()).append('\n');
        }
        if (others.size() > MOST_OTHERS) {
            text.append("Not counted: at ")
                    .append(places(others.size() - MOST_OTHERS))
                    .append('\n');
        }
    }

    /** The reason why it does not fail the test. */
    static String reason(Leak leak) {
        String threads = String.join(", ", leak.threads());
        if (leak.keptByDesign() != null) {
            return leak.keptByDesign();
        } else if (leak.whose() == Leak.Whose.UNKNOWN) {
            return "which may be another test's, that ran at the same time"
                    + (threads.isEmpty() ? "" : " (" + threads + ")");
        }
        return "of threads that ran before the test (" + threads + ")";
    }

    private static void appendNotes(StringBuilder text, TestLeaks leaks) {
        text.append('\n');
        if (NativeMemory.sampling().lostSamples() > 0) {
            text.append("Samples were lost, for lack of heap or stack: there may be more.\n");
        }
        if (NativeMemory.snapshot().untrackedBlocks() > 0) {
            text.append("Blocks could not be recorded, for lack of heap: there may be more.\n");
        }
        if (!leaks.alone()) {
            text.append("Other tests ran at the same time. Allocations of their threads are not counted, but those of "
                    + "threads that started meanwhile may be.\n");
        }
        if (!leaks.collected()) {
            text.append("The JVM did not collect garbage when asked to (-XX:+DisableExplicitGC?): some of it may be"
                    + " garbage.\n");
        } else if (!leaks.settled()) {
            text.append("Cleaners had not ended after 10 s: some may still be freed.\n");
        } else {
            text.append("Garbage was collected before.\n");
        }
    }

    /** A class without its package: what a summary has room for. */
    static String shortName(Site site) {
        Frame frame = site.leading();
        if (frame == null) {
            return site.toString();
        }
        String text = frame.toString();
        int method = frame.className().length();
        return text.substring(frame.className().lastIndexOf('.', method) + 1);
    }
}
