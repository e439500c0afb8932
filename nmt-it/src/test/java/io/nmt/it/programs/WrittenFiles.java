package io.nmt.it.programs;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;

/** {@code WrittenFiles DIRECTORY MB}: writes files of a megabyte there, maps none, and waits for its end. */
public final class WrittenFiles {
    private WrittenFiles() {}

    public static void main(String[] arguments) throws IOException {
        byte[] bytes = new byte[1 << 20];
        new Random(1).nextBytes(bytes);
        for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
            Path file = Path.of(arguments[0], i + ".bin");
            try (FileOutputStream out = new FileOutputStream(file.toFile())) {
                out.write(bytes);
            }
        }
        Talk.say("written");
        Talk.await("finish");
    }
}
