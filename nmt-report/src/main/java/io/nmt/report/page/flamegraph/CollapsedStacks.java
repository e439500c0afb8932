package io.nmt.report.page.flamegraph;

import io.nmt.report.document.SafeText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * Stacks in the text form that other tools read: a line for each, {@code category;outermost;...;innermost bytes}. For
 * the difference of two, {@code category;outermost;...;innermost bytesBefore bytesAfter}.
 */
public final class CollapsedStacks implements StackSource {
    private static final String BETWEEN_FRAMES = ";";

    // As deep as JFR records; browsers do not draw much more, since they draw recursively.
    private static final int MOST_FRAMES = 2048;

    private final String name;
    private final String text;
    private final boolean withBlocks;

    private CollapsedStacks(String name, String text, boolean withBlocks) {
        this.name = name;
        this.text = text;
        this.withBlocks = withBlocks;
    }

    /** Stacks that another tool may have written. */
    static CollapsedStacks of(String name, String text) {
        return new CollapsedStacks(name, text, false);
    }

    /**
     * Stacks that an agent has written.
     *
     * @param name for the title of a page
     * @param text of {@link #textWithBlocks}
     * @return their source
     */
    public static CollapsedStacks withBlocks(String name, String text) {
        return new CollapsedStacks(name, text, true);
    }

    /**
     * Stacks in a file.
     *
     * @param file in UTF-8
     * @return their source
     * @throws IOException if it cannot be read
     */
    public static CollapsedStacks in(Path file) throws IOException {
        try {
            return of(String.valueOf(file.getFileName()), Files.readString(file, StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            throw new IOException(file + " does not exist", e);
        } catch (IOException e) {
            throw new IOException(file + " is neither a flight recording nor text: " + e, e);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<StackBytes> stacks() throws IOException {
        List<StackBytes> stacks = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new StringReader(text))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    stacks.add(parse(line));
                }
            }
        }
        return stacks;
    }

    private StackBytes parse(String line) throws IOException {
        int lastNumber = line.lastIndexOf(' ');
        int end = withBlocks ? line.lastIndexOf(' ', lastNumber - 1) : lastNumber;
        try {
            String[] frames = line.substring(0, Math.max(end, 0)).split(BETWEEN_FRAMES);
            long blocks = withBlocks ? Long.parseLong(line.substring(lastNumber + 1)) : StackBytes.UNKNOWN;
            long bytes = Long.parseLong(line.substring(end + 1, withBlocks ? lastNumber : line.length()));
            if (frames.length > MOST_FRAMES) {
                throw new IOException(name + " has a stack of " + frames.length + " frames; at most " + MOST_FRAMES
                        + " can be drawn");
            }
            if (end > 0 && bytes >= 0 && frames.length > 0) {
                return new StackBytes(frames[0], List.of(frames).subList(1, frames.length), bytes, blocks);
            }
        } catch (NumberFormatException e) {
            // as every other line that is none
        }
        throw new IOException(name + " is neither a flight recording nor collapsed stacks; a line of it is '"
                + (line.length() > 60 ? line.substring(0, 60) + "..." : line) + "'");
    }

    /**
     * Writes stacks, each once, in alphabetical order.
     *
     * @param stacks in any order
     * @return a line for each
     */
    public static String text(Collection<StackBytes> stacks) {
        StringBuilder lines = new StringBuilder();
        sums(stacks, StackBytes::bytes).forEach((stack, bytes) -> append(lines, stack, bytes));
        return lines.toString();
    }

    /**
     * Writes stacks with their blocks behind the bytes, for a page of this project.
     *
     * @param stacks in any order
     * @return a line for each
     */
    public static String textWithBlocks(Collection<StackBytes> stacks) {
        Map<String, Long> blocks = sums(stacks, StackBytes::blocks);
        StringBuilder lines = new StringBuilder();
        sums(stacks, StackBytes::bytes).forEach((stack, bytes) -> append(lines, stack, bytes, blocks.get(stack)));
        return lines.toString();
    }

    /**
     * Writes the stacks of two moments, each once, in alphabetical order.
     *
     * @param before stacks of the first
     * @param after stacks of the second
     * @return a line for each that either has
     */
    public static String text(Collection<StackBytes> before, Collection<StackBytes> after) {
        Map<String, Long> earlier = sums(before, StackBytes::bytes);
        Map<String, Long> later = sums(after, StackBytes::bytes);
        Map<String, Long> all = new TreeMap<>(earlier);
        all.putAll(later);
        StringBuilder lines = new StringBuilder();
        for (String stack : all.keySet()) {
            append(lines, stack, earlier.getOrDefault(stack, 0L), later.getOrDefault(stack, 0L));
        }
        return lines.toString();
    }

    /** The sum of two figures; one that no long can hold becomes the largest long. */
    static long sum(long one, long other) {
        long sum = one + other;
        return sum < one && other > 0 ? Long.MAX_VALUE : sum;
    }

    private static void append(StringBuilder lines, String stack, long... figures) {
        lines.append(stack);
        for (long figure : figures) {
            lines.append(' ').append(figure);
        }
        lines.append('\n');
    }

    private static Map<String, Long> sums(Collection<StackBytes> stacks, ToLongFunction<StackBytes> figure) {
        Map<String, Long> sums = new TreeMap<>();
        for (StackBytes stack : stacks) {
            List<String> names = new ArrayList<>(List.of(stack.category()));
            names.addAll(stack.frames());
            names.replaceAll(frame -> SafeText.line(frame).replace(';', ','));
            sums.merge(String.join(BETWEEN_FRAMES, names), figure.applyAsLong(stack), CollapsedStacks::sum);
        }
        return Collections.unmodifiableMap(sums);
    }
}
