package io.nmt.agent.commands;

import io.nmt.agent.channel.Answer;
import io.nmt.core.internal.sites.Sample;
import io.nmt.core.internal.sites.Sites;
import io.nmt.core.model.BlockVisitor;
import io.nmt.core.model.Category;
import io.nmt.core.report.SafeText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Writes a line for each block (RFC 4180), into one array: of millions of blocks, an object for each would be felt.
 *
 * <p>Names are shown as {@link SafeText}, so that each block is one line. A name that a spreadsheet would take for a
 * formula, since it begins with {@code = + - @} or one of their full-width forms, has an apostrophe before it, which a
 * spreadsheet takes for "text". Numbers have none.
 */
final class BlockLines implements BlockVisitor {
    private static final String HEADER = "address,bytes,category,ageMillis,thread,site,allocatedAt\n";
    private static final String FORMULA_BEGINS = "=+-@\uFF1D\uFF0B\uFF0D\uFF20";
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int LONGEST_NUMBER = 20;
    private static final int LONGEST_TEXT = 1000; // two of these, quoted, in UTF-8, fit into a quarter of the buffer
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Answer answer;
    private final long expectedBlocks;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final byte[][] categories = new byte[Category.MAX_CATEGORIES + 1][];
    private int length;
    private long blocks;
    private int percent;

    BlockLines(Answer answer, long expectedBlocks) throws IOException {
        this.answer = answer;
        this.expectedBlocks = Math.max(1, expectedBlocks);
        append(HEADER.getBytes(StandardCharsets.UTF_8));
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
            Sample sample = Sites.sampleOf(address);
            if (sample == null) {
                append(",,,,");
            } else {
                buffer[length++] = ',';
                appendDecimal(sample.ageNanos() / NANOS_PER_MILLI);
                append("," + quoted(sample.threadName()) + "," + sample.site().id() + ","
                        + quoted(sample.site().toString()));
            }
            buffer[length++] = '\n';
            blocks++;
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
        String text = anyLength.length() > LONGEST_TEXT ? anyLength.substring(0, LONGEST_TEXT) : anyLength;
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
