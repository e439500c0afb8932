package io.nmt.agent.commands;

import io.nmt.agent.golden.Golden;
import io.nmt.channel.Answer;
import io.nmt.core.model.Category;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The file that dump writes, of blocks that are not sampled. */
class DumpGoldenTest {
    @Test
    void blocks() throws IOException {
        Golden.check("live/dump.csv", dump(false) + "\n" + dump(true));
    }

    private static String dump(boolean pools) throws IOException {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        Answer answer = new Answer() {
            @Override
            public void print(String text) {
                throw new IllegalStateException(text);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                written.write(bytes, offset, length);
            }

            @Override
            public void progress(int percent) {
                // Not looked at.
            }
        };
        BlockLines lines = new BlockLines(answer, 2, pools);
        lines.block(0x10, 100, Category.DIRECT_BUFFER);
        lines.block(0x7f00_0000_0010L, 1L << 32, Category.MAPPED_FILE);
        lines.end();
        return written.toString(StandardCharsets.UTF_8);
    }
}
