package io.nmt.channel;

/**
 * The protocol of the channel. The command line asks one question per connection, and the agent answers in frames:
 *
 * <pre>
 * question  "nmt/1 summary scale=KB top=10\n"     UTF-8; values are encoded as in a URL's query
 *
 * answer    | magic 4 | version 4 | process's start 8 | frame | frame | ... | end frame |
 * frame     | kind 1 | payload's length 4 | payload |
 * </pre>
 *
 * <p>All numbers are big-endian. Whatever the version, an answer begins so, and a frame of a kind that is not known is
 * passed over; what else changes makes a new version.
 */
final class Protocol {
    static final int MAGIC = 0x6E_6D_74_0A; // nmt\n
    static final int VERSION = 1;

    /** Text for the user: UTF-8, whole characters. */
    static final int TEXT = 't';

    /** Bytes for the user's file. */
    static final int BINARY = 'b';

    /** Progress: one byte, 0 to 100. */
    static final int PROGRESS = 'p';

    /** The reason why the command failed: UTF-8, one line. */
    static final int ERROR = 'e';

    /** The last frame: the exit code as an int. */
    static final int END = '.';

    /** The exit code of a command that failed, as most do. */
    static final int FAILED = 1;

    /** The exit code of a command whose classes the process cannot load. */
    static final int NO_CLASSES = 3;

    /** Small, since the JDK takes as much native memory for a thread that writes it. */
    static final int MAX_PAYLOAD_BYTES = 8192;

    static final int MAX_QUESTION_BYTES = 8192;

    private Protocol() {}
}
