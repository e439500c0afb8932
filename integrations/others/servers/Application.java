import java.nio.file.Path;

/**
 * The application that a server runs: it holds a direct buffer, which each new version replaces. Its page is {@code
 * hello N}. A second part of it holds memory of libraries; its page is {@code libraries}.
 */
interface Application {
    /** Netty's one chunk of 512 pages of 8 KiB, for a buffer of 1,000 bytes. */
    long NETTY_BYTES = 4 << 20;

    int JNA_BLOCKS = 100;
    int JNA_BLOCK_BYTES = 50_000;
    int ZSTD_HANDLES = 10;

    String[] LIBRARIES = {
        "io.netty:netty-common:4.1.137.Final:jar",
        "io.netty:netty-buffer:4.1.137.Final:jar",
        "com.github.luben:zstd-jni:1.5.7-9:jar",
        "net.java.dev.jna:jna:5.18.1:jar"
    };

    /** The statements of the part with libraries. */
    String HOLD = """
                    HELD.add(new io.netty.buffer.PooledByteBufAllocator(true, 0, 1, 8192, 9).directBuffer(1000));
                    for (int i = 0; i < %d; i++) {
                        HELD.add(new com.sun.jna.Memory(%d));
                    }
                    for (int i = 0; i < %d; i++) {
                        HELD.add(new com.github.luben.zstd.ZstdCompressCtx());
                    }
            """.formatted(JNA_BLOCKS, JNA_BLOCK_BYTES, ZSTD_HANDLES);

    /** Writes what the server's set-up needs, and compiles. */
    void prepare(Path home, Path directory) throws Exception;

    void deploy(Path home, int version) throws Exception;

    void deployLibraries(Path home) throws Exception;
}
