package io.nmt.core.mappings;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * A file of the kernel, read once by lines. For this library's own use. Not thread-safe.
 *
 * <p>The kernel cannot tell how much of it is left: the JDK's reader, which asks after each block, would throw and
 * catch an exception, at which a debugger stops.
 */
public final class KernelFile extends FileInputStream {
    private KernelFile(String path) throws IOException {
        super(new File(path));
    }

    /**
     * Opens it.
     *
     * @param path of the file
     * @return its lines, in UTF-8; to be closed
     * @throws IOException if it cannot be read
     */
    public static BufferedReader open(String path) throws IOException {
        return new BufferedReader(new InputStreamReader(new KernelFile(path), StandardCharsets.UTF_8));
    }

    @Override
    public int available() {
        return 0;
    }
}
