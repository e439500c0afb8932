package io.nmt.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each end reads the other's frames; other bytes are refused. */
class ProtocolTest {
    private final ByteArrayOutputStream wire = new ByteArrayOutputStream();
    private final FramedAnswer answer = new FramedAnswer(wire);
    private final Received received = new Received();

    @Test
    void text() throws Exception {
        answer.print("Umlaut \u00fc\n");
        answer.print("");
        answer.print("end");
        answer.end(0);
        assertThat(read()).isZero();
        assertThat(received.text).hasToString("Umlaut \u00fc\nend");
    }

    @Test
    void longTextIsCutBetweenCharacters() throws Exception {
        // One, two, three and four bytes in UTF-8.
        String text = "a\u00fc\u20ac\ud83d\ude00".repeat(Protocol.MAX_PAYLOAD_BYTES);
        answer.print(text);
        answer.end(0);
        assertThat(read()).isZero();
        assertThat(received.text).hasToString(text);
        assertThat(received.parts).isGreaterThan(9);
    }

    @Test
    void bytes() throws Exception {
        byte[] bytes = new byte[3 * Protocol.MAX_PAYLOAD_BYTES + 5];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31);
        }
        answer.write(bytes, 2, bytes.length - 3);
        answer.end(0);
        assertThat(read()).isZero();
        assertThat(received.bytes.toByteArray()).isEqualTo(Arrays.copyOfRange(bytes, 2, bytes.length - 1));
    }

    @Test
    void progressAndExitCode() throws Exception {
        answer.progress(0);
        answer.progress(100);
        answer.end(3);
        assertThat(read()).isEqualTo(3);
        assertThat(received.percents).containsExactly(0, 100);
    }

    @Test
    void failure() throws Exception {
        answer.print("some");
        answer.fail("why \u00fc");
        assertThatThrownBy(this::read).isInstanceOf(CommandException.class).hasMessage("why \u00fc");
        assertThat(received.text).hasToString("some");
    }

    /** The command line can read such a process from outside. */
    @Test
    void classesThatThereIsNoRoomFor() throws Exception {
        answer.fail("why", Protocol.NO_CLASSES);
        assertThatThrownBy(this::read).isInstanceOf(NoClassesException.class).hasMessage("why");
        Throwable full = new OutOfMemoryError("Metaspace");
        assertThat(AnswerThread.isWithoutMetaspace(full)).isTrue();
        assertThat(AnswerThread.isWithoutMetaspace(new BootstrapMethodError(full)))
                .isTrue();
        assertThat(AnswerThread.isWithoutMetaspace(new OutOfMemoryError("Java heap space")))
                .isFalse();
        assertThat(AnswerThread.isWithoutMetaspace(new IllegalStateException())).isFalse();
    }

    @Test
    void aLaterAgentsFramesArePassedOver() throws Exception {
        answer.print("some");
        wire.write('?');
        wire.write(ByteBuffer.allocate(4).putInt(3).array());
        wire.write(new byte[3]);
        answer.end(0);
        assertThat(read()).isZero();
        assertThat(received.text).hasToString("some");
    }

    @Test
    void anAnswerThatIsCutOff() throws Exception {
        answer.print("some");
        answer.end(0);
        byte[] whole = wire.toByteArray();
        for (int length = 0; length < whole.length; length++) {
            AnswerReader reader = new AnswerReader(new ByteArrayInputStream(whole, 0, length));
            assertThatThrownBy(() -> reader.copyTo(received)).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void whatIsNoFrame() throws Exception {
        for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            wire.reset();
            wire.write(Protocol.TEXT);
            wire.write(ByteBuffer.allocate(4).putInt(length).array());
            assertThatThrownBy(this::read).isInstanceOf(IOException.class).hasMessageContaining("no frame");
        }
    }

    @Test
    void header() throws Exception {
        FramedAnswer.writeHeader(wire, Long.MAX_VALUE - 5);
        assertThat(reader().readHeader()).isEqualTo(Long.MAX_VALUE - 5);
    }

    @Test
    void aHeaderOfAnother() throws Exception {
        wire.write("HTTP/1.1 400 Bad Request".getBytes(StandardCharsets.US_ASCII));
        assertThatThrownBy(() -> reader().readHeader())
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("not the agent's");
    }

    @Test
    void aHeaderOfAnotherVersion() throws Exception {
        DataOutputStream out = new DataOutputStream(wire);
        out.writeInt(Protocol.MAGIC);
        out.writeInt(Protocol.VERSION + 1);
        assertThatThrownBy(() -> reader().readHeader())
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("version 2")
                .hasMessageContaining("1. Use the jar");
    }

    private AnswerReader reader() {
        return new AnswerReader(new ByteArrayInputStream(wire.toByteArray()));
    }

    private int read() throws Exception {
        return reader().copyTo(received);
    }

    private static final class Received implements Answer {
        final StringBuilder text = new StringBuilder();
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final List<Integer> percents = new ArrayList<>();
        int parts;

        @Override
        public void print(String more) {
            text.append(more);
            parts++;
        }

        @Override
        public void write(byte[] from, int offset, int length) {
            bytes.write(from, offset, length);
        }

        @Override
        public void progress(int percent) {
            percents.add(percent);
        }
    }
}
