package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.core.model.BlockVisitor;
import io.nmt.core.model.Category;
import io.nmt.core.reader.BlockSample;
import io.nmt.core.reader.BufferSample;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.SafeText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Writes a line for each block (RFC 4180), into one array: of millions of blocks, an object for each would be felt.
 *
 * <p>Names are shown as {@link SafeText}, so that each block is one line. A name that a spreadsheet would take for a
 * formula, since it begins with {@code = + - @} or one of their full-width forms, has an apostrophe before it, which a
 * spreadsheet takes for "text". Numbers have none.
 *
 * <p>Where there are pools, their buffers follow the blocks, with columns of their own. A buffer's memory is a part of
 * a block, so that it has neither an address nor {@code bytes}: these add up to what is allocated, with or without its
 * line.
 */
final class BlockLines implements BlockVisitor {
    private static final String HEADER = "address,bytes,category,ageMillis,thread,site,allocatedAt";
    private static final String HEADER_OF_BUFFERS = ",bufferBytes,estimatedBytes,lastIn,retainedBy,lost";
    private static final String NO_BUFFER = ",,,,,";
    private static final String BETWEEN_NAMES = "; ";
    private static final String FORMULA_BEGINS = "=+-@\uFF1D\uFF0B\uFF0D\uFF20";
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int LONGEST_NUMBER = 20;
    private static final int MOST_TEXT_CHARS = 1000; // two of these, quoted, in UTF-8, fit into a quarter of the buffer
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Answer answer;
    private final long expectedBlocks;
    private final boolean buffers;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final byte[][] categories = new byte[Category.MAX_CATEGORIES + 1][];
    private int length;
    private long blocks;
    private int percent;

    /**
     * Begins with the header.
     *
     * @param expectedBlocks of which the progress is told
     * @param buffers whether there are columns for buffers of pools
     */
    BlockLines(Answer answer, long expectedBlocks, boolean buffers) throws IOException {
        this.answer = answer;
        this.expectedBlocks = Math.max(1, expectedBlocks);
        this.buffers = buffers;
        append(buffers ? HEADER + HEADER_OF_BUFFERS + '\n' : HEADER + '\n');
    }

    boolean haveBuffers() {
        return buffers;
    }

    @Override
    public void block(long address, long bytes, Category category) {
        try {
            if (length > BUFFER_BYTES / 2) {
                send();
            }
            appendHex(address);
            buffer[length++] = ',';
            appendDecimal(bytes);
            buffer[length++] = ',';
            append(nameOf(category));
            BlockSample sample = TrackerReader.sampleOf(address);
            if (sample == null) {
                append(",,,,");
            } else {
                append(sample);
            }
            if (buffers) {
                append(NO_BUFFER);
            }
            buffer[length++] = '\n';
            blocks++;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void append(BlockSample sample) throws IOException {
        buffer[length++] = ',';
        appendDecimal(sample.ageNanos() / NANOS_PER_MILLI);
        append("," + quoted(sample.threadName()) + "," + sample.site() + "," + quoted(sample.siteName()));
    }

    /** A line of a buffer. */
    void buffer(BufferSample pooled) {
        try {
            if (length > BUFFER_BYTES / 2) {
                send();
            }
            append(",," + quoted(pooled.taken().category()));
            append(pooled.taken());
            buffer[length++] = ',';
            appendDecimal(pooled.bytes());
            buffer[length++] = ',';
            appendDecimal(pooled.estimatedBytes());
            String last = pooled.lastSeenIn();
            append("," + quoted(last == null ? "" : last) + ",");
            append(quoted(String.join(BETWEEN_NAMES, pooled.retainedBy())) + "," + pooled.lost() + '\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void end() throws IOException {
        send();
    }

    private void send() throws IOException {
        answer.write(buffer, 0, length);
        length = 0;
        int now = (int) Math.min(99, 100 * blocks / expectedBlocks);
        if (now > percent) {
            percent = now;
            answer.progress(now);
        }
    }

    private byte[] nameOf(Category category) {
        byte[] name = categories[category.id()];
        if (name == null) {
            name = quoted(category.name()).getBytes(StandardCharsets.UTF_8);
            categories[category.id()] = name;
        }
        return name;
    }

    static String quoted(String anyLength) {
        String text = anyLength.length() > MOST_TEXT_CHARS ? anyLength.substring(0, MOST_TEXT_CHARS) : anyLength;
        String safe = SafeText.line(text);
        if (!safe.isEmpty() && FORMULA_BEGINS.indexOf(safe.charAt(0)) >= 0) {
            safe = "'".concat(safe);
        }
        boolean plain = safe.indexOf(',') < 0 && safe.indexOf('"') < 0;
        return plain ? safe : '"' + safe.replace("\"", "\"\"") + '"';
    }

    private void append(String text) throws IOException {
        append(text.getBytes(StandardCharsets.UTF_8));
    }

    private void append(byte[] bytes) throws IOException {
        if (bytes.length > BUFFER_BYTES - LONGEST_NUMBER - length) {
            send();
        }
        int taken = Math.min(bytes.length, BUFFER_BYTES / 4);
        System.arraycopy(bytes, 0, buffer, length, taken);
        length += taken;
    }

    private void appendHex(long value) {
        buffer[length++] = '0';
        buffer[length++] = 'x';
        int digits = Math.max(1, (67 - Long.numberOfLeadingZeros(value)) / 4);
        for (int i = digits - 1; i >= 0; i--) {
            buffer[length++] = (byte) Character.forDigit((int) (value >>> (4 * i)) & 15, 16);
        }
    }

    private void appendDecimal(long value) {
        int end = length + 1;
        for (long rest = value / 10; rest != 0; rest /= 10) {
            end++;
        }
        long rest = value;
        for (int i = end - 1; i >= length; i--) {
            buffer[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length = end;
    }
}
