package io.nmt.libraries;

import io.nmt.libraries.programs.AwsCrtHandles;
import io.nmt.libraries.programs.BrotliHandles;
import io.nmt.libraries.programs.JavaCppHandles;
import io.nmt.libraries.programs.LmdbHandles;
import io.nmt.libraries.programs.Lz4Handles;
import io.nmt.libraries.programs.OnnxHandles;
import io.nmt.libraries.programs.RocksHandles;
import io.nmt.libraries.programs.SqliteHandles;
import io.nmt.libraries.programs.TcnativeHandles;
import io.nmt.libraries.programs.ZstdHandles;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Objects that own memory of real native libraries: what is not closed is known exactly, and where it was made. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64") // for which these libraries' natives are there
class NativeHandlesIT {
    private static void assertLeaks(Class<?> program, Jdk jdk, Map<String, Integer> open, String... jars) {
        run(program, jdk, jars).leaks(open);
    }

    private static HandlesRun run(Class<?> program, Jdk jdk, String... jars) {
        List<String> options = new ArrayList<>(LibraryOptions.nativeAccess(jdk));
        options.addAll(LibraryOptions.unsafe(jdk));
        options.addAll(LibraryOptions.open("java.nio", "sun.nio.ch"));
        return HandlesRun.of(program, jdk, ClassPath.jars(jars), options);
    }

    /** A database makes options for itself that it does not close. */
    @OnOldestAndNewestJdk
    void rocksDb(Jdk jdk) {
        String read = "org.rocksdb.ReadOptions";
        Map<String, Integer> open = Map.of(
                "org.rocksdb.RocksDB",
                1,
                "org.rocksdb.Options",
                1,
                read,
                4,
                "org.rocksdb.RocksIterator",
                5,
                "org.rocksdb.WriteOptions",
                2,
                "org.rocksdb.Slice",
                4);
        run(RocksHandles.class, jdk, "rocksdbjni").keeps(read, 1).leaks(open);
    }

    @OnOneJdk
    void sqlite(Jdk jdk) {
        assertLeaks(SqliteHandles.class, jdk, Map.of("org.sqlite.core.SafeStmtPtr", 4), "sqlite-jdbc");
    }

    @OnOneJdk
    void zstd(Jdk jdk) {
        String zstd = "com.github.luben.zstd.";
        Map<String, Integer> open = Map.of(
                zstd + "ZstdCompressCtx",
                3,
                zstd + "ZstdDecompressCtx",
                2,
                zstd + "ZstdDictCompress",
                1,
                zstd + "ZstdOutputStreamNoFinalizer",
                2,
                zstd + "ZstdInputStreamNoFinalizer",
                1);
        assertLeaks(ZstdHandles.class, jdk, open, "zstd-jni");
    }

    @OnOneJdk
    void onnxRuntime(Jdk jdk) {
        Map<String, Integer> open = Map.of(
                "ai.onnxruntime.OnnxTensor",
                6,
                "ai.onnxruntime.OrtSession$SessionOptions",
                2,
                "ai.onnxruntime.OrtSession$RunOptions",
                1);
        assertLeaks(OnnxHandles.class, jdk, open, "onnxruntime");
    }

    /** Its Pointers are named, not the objects that keep their deallocators. */
    @OnOneJdk
    void javaCpp(Jdk jdk) {
        Map<String, Integer> open = Map.of("org.bytedeco.javacpp.IntPointer", 7, "org.bytedeco.javacpp.BytePointer", 2);
        assertLeaks(JavaCppHandles.class, jdk, open, "javacpp", "javacpp:linux-x86_64");
    }

    @OnOneJdk
    void brotli(Jdk jdk) {
        String brotli = "com.aayushatharva.brotli4j.";
        Map<String, Integer> open =
                Map.of(brotli + "encoder.EncoderJNI$Wrapper", 3, brotli + "decoder.DecoderJNI$Wrapper", 2);
        assertLeaks(BrotliHandles.class, jdk, open, "brotli4j", "service", "native-linux-x86_64");
    }

    @OnOldestAndNewestJdk
    void lmdb(Jdk jdk) {
        Map<String, Integer> open = Map.of("org.lmdbjava.Env", 1, "org.lmdbjava.Txn", 2, "org.lmdbjava.Cursor", 3);
        assertLeaks(
                LmdbHandles.class,
                jdk,
                open,
                "lmdbjava",
                "native",
                "jnr-ffi",
                "jnr-constants",
                "jffi",
                "jffi:native",
                "asm",
                "asm-commons",
                "asm-tree",
                "asm-analysis",
                "asm-util",
                "jnr-a64asm",
                "jnr-x86asm");
    }

    @OnOneJdk
    void nettyTcnative(Jdk jdk) {
        String ssl = "io.netty.handler.ssl.";
        Map<String, Integer> open =
                Map.of(ssl + "ReferenceCountedOpenSslClientContext", 2, ssl + "ReferenceCountedOpenSslEngine", 4);
        assertLeaks(
                TcnativeHandles.class,
                jdk,
                open,
                "netty-handler",
                "netty-buffer",
                "netty-common",
                "netty-transport",
                "netty-codec-base",
                "netty-resolver",
                "netty-transport-native-unix-common",
                "netty-tcnative-classes",
                "netty-tcnative-boringssl-static:linux-x86_64");
    }

    @OnOneJdk
    void awsCrt(Jdk jdk) {
        String io = "software.amazon.awssdk.crt.io.";
        Map<String, Integer> open = Map.of(io + "TlsContextOptions", 1, io + "TlsContext", 3);
        assertLeaks(AwsCrtHandles.class, jdk, open, "aws-crt");
    }

    @OnOneJdk
    void lz4(Jdk jdk) {
        Map<String, Integer> open =
                Map.of("net.jpountz.xxhash.StreamingXXHash64JNI", 3, "net.jpountz.lz4.LZ4JNIFastResetCompressor", 2);
        assertLeaks(Lz4Handles.class, jdk, open, "lz4-java");
    }
}
