package shop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.nmt.junit.LimitNativeMemory;
import io.nmt.junit.NativeMemoryAssertions;
import io.nmt.junit.NoNativeLeaks;
import java.nio.charset.StandardCharsets;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;

/** Each of these tests fails if it leaves native memory behind. */
@NoNativeLeaks
class ReceiptTest {
    private static final byte[] TEXT = "3 apples, 2 pears".repeat(100).getBytes(StandardCharsets.UTF_8);

    private static Inflater forgotten;

    @Test
    @LimitNativeMemory("1MB")
    void aReceiptIsReadAsItWasWritten() throws DataFormatException {
        byte[] packed = new byte[TEXT.length];
        Deflater deflater = new Deflater();
        deflater.setInput(TEXT);
        deflater.finish();
        int length = deflater.deflate(packed);
        deflater.end(); // without this line the test fails

        byte[] text = new byte[TEXT.length];
        Inflater inflater = new Inflater();
        inflater.setInput(packed, 0, length);
        inflater.inflate(text);
        inflater.end();

        assertArrayEquals(TEXT, text);
    }

    /** What a failure looks like. */
    @Test
    void aLeakIsFound() {
        assertThrows(
                AssertionError.class, () -> NativeMemoryAssertions.assertNoLeaks(() -> forgotten = new Inflater()));
        forgotten.end();
    }
}
