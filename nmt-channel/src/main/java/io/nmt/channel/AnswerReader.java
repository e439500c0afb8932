package io.nmt.channel;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads what {@link FramedAnswer} wrote. */
final class AnswerReader {
    // Far more than any version writes: what is longer is no frame.
    private static final int LONGEST_PAYLOAD_BYTES = 1 << 24;

    private final DataInputStream in;

    AnswerReader(InputStream in) {
        this.in = new DataInputStream(in);
    }

    /**
     * Reads which process answers.
     *
     * @return see {@link ProcessStart}
     * @throws CommandException if it is none of ours, or of another version
     */
    long readHeader() throws CommandException, IOException {
        if (in.readInt() != Protocol.MAGIC) {
            throw new CommandException("its socket is not the agent's");
        }
        int version = in.readInt();
        if (version != Protocol.VERSION) {
            throw new CommandException("its agent speaks version " + version + " of the protocol, this command line "
                    + Protocol.VERSION + ". Use the jar that the process was started with");
        }
        return in.readLong();
    }

    /**
     * Hands on all that comes.
     *
     * @return the exit code
     * @throws CommandException if the command failed
     * @throws EOFException if the process ended meanwhile
     */
    int copyTo(Answer answer) throws CommandException, IOException {
        StringBuilder error = new StringBuilder();
        while (true) {
            int kind = in.readByte();
            int length = in.readInt();
            if (length < 0 || length > LONGEST_PAYLOAD_BYTES) {
                throw new IOException("no frame of an answer");
            }
            byte[] payload = new byte[length];
            in.readFully(payload);
            switch (kind) {
                case Protocol.TEXT -> answer.print(new String(payload, StandardCharsets.UTF_8));
                case Protocol.BINARY -> answer.write(payload, 0, length);
                case Protocol.PROGRESS -> answer.progress(payload[0]);
                case Protocol.ERROR -> error.append(new String(payload, StandardCharsets.UTF_8));
                case Protocol.END -> {
                    int exitCode = payload[Integer.BYTES - 1];
                    if (error.length() > 0) {
                        throw exitCode == Protocol.NO_CLASSES
                                ? new NoClassesException(error.toString())
                                : new CommandException(error.toString());
                    }
                    return exitCode;
                }
                default -> {} // of a later agent, which this command line can do without
            }
        }
    }
}
