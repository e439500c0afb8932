package io.nmt.channel;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** An answer on its way through the channel. */
final class FramedAnswer implements Answer {
    private static final int HEADER_BYTES = Byte.BYTES + Integer.BYTES;

    private final OutputStream out;
    private final ByteBuffer frame = ByteBuffer.allocate(HEADER_BYTES + Protocol.MAX_PAYLOAD_BYTES);

    FramedAnswer(OutputStream out) {
        this.out = out;
    }

    /**
     * Says which process answers, before anything is known of the question.
     *
     * @param processStart see {@link ProcessStart}
     */
    static void writeHeader(OutputStream out, long processStart) throws IOException {
        DataOutputStream data = new DataOutputStream(out);
        data.writeInt(Protocol.MAGIC);
        data.writeInt(Protocol.VERSION);
        data.writeLong(processStart);
        data.flush();
    }

    @Override
    public void print(String text) throws IOException {
        writeText(Protocol.TEXT, text);
    }

    private void writeText(int kind, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int start = 0;
        while (start < bytes.length) {
            int end = Math.min(bytes.length, start + Protocol.MAX_PAYLOAD_BYTES);
            while (end < bytes.length && isInsideCharacter(bytes[end])) {
                end--;
            }
            write(kind, bytes, start, end - start);
            start = end;
        }
    }

    private static boolean isInsideCharacter(byte utf8) {
        return (utf8 & 0xC0) == 0x80;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int done = 0; done < length; done += Protocol.MAX_PAYLOAD_BYTES) {
            write(Protocol.BINARY, bytes, offset + done, Math.min(length - done, Protocol.MAX_PAYLOAD_BYTES));
        }
    }

    @Override
    public void progress(int percent) throws IOException {
        write(Protocol.PROGRESS, new byte[] {(byte) percent}, 0, 1);
    }

    /** Ends an answer that failed. */
    void fail(String line) throws IOException {
        fail(line, Protocol.FAILED);
    }

    /** Ends an answer that failed in one of the ways that {@link Protocol} has. */
    void fail(String line, int exitCode) throws IOException {
        writeText(Protocol.ERROR, line);
        end(exitCode);
    }

    void end(int exitCode) throws IOException {
        write(Protocol.END, ByteBuffer.allocate(Integer.BYTES).putInt(exitCode).array(), 0, Integer.BYTES);
    }

    private void write(int kind, byte[] bytes, int offset, int length) throws IOException {
        frame.clear();
        frame.put((byte) kind).putInt(length).put(bytes, offset, length);
        out.write(frame.array(), 0, frame.position());
        out.flush();
    }
}
