package io.nmt.channel.files;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A file that stays open, to be written to in place: that takes no permission of a security manager that came later.
 * Not thread-safe.
 */
public final class HeldFile {
    private static final int FIRST_JDK_WITHOUT_SECURITY_MANAGER = 24;

    private final FileOutputStream out; // never closed, see above

    private HeldFile(FileOutputStream out) {
        this.out = out;
    }

    /**
     * Opens a file, and makes it if it is not there.
     *
     * @param name of the file
     * @return null if this JDK has no security manager; then it is closed again
     * @throws IOException if it cannot be written
     */
    public static HeldFile open(String name) throws IOException {
        FileOutputStream out = new FileOutputStream(name, true);
        if (Runtime.version().feature() < FIRST_JDK_WITHOUT_SECURITY_MANAGER) {
            return new HeldFile(out);
        }
        out.close();
        return null;
    }

    /**
     * Puts a text in place of what is there.
     *
     * @param text of the file
     * @throws IOException if that fails
     */
    public void replace(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.getChannel().truncate(0);
        out.write(bytes);
    }

    /**
     * True if the file is empty.
     *
     * @return true if it has no bytes
     * @throws IOException if that cannot be told
     */
    public boolean isEmpty() throws IOException {
        return out.getChannel().size() == 0;
    }
}
