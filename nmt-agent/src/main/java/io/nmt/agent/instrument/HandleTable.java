package io.nmt.agent.instrument;

import java.util.ArrayList;
import java.util.List;

/**
 * The classes of native handles: Java objects that own memory of a native library until they are closed. To count those
 * of another library, add a row; a user does so with the agent's option {@code handles}.
 *
 * <p>A handle is counted from where its constructor ends until it is closed for the first time. What calls the
 * constructors of its own class again, or closes it again, does no harm.
 */
public final class HandleTable {
    private static final int MOST_LIBRARIES = 200;
    private static final String CONSTRUCTOR = "<init>";

    private final List<HandleRow> rows = new ArrayList<>();
    private final List<String> libraries = new ArrayList<>();

    /** The libraries that are known. */
    public HandleTable() {
        // A handle that does not own its native object says so, mostly at once.
        library("org.rocksdb.");
        String rocks = "AbstractImmutableNativeReference";
        row(rocks, makesIf("<init>(Z)V", 1), closes("close"), disowns("disOwnNativeHandle"));
        rowOf(rocks, "RocksDB", closes("close"), closes("closeE"));
        rowOf(rocks, "TtlDB", closes("close"), closes("closeE"));
        rowOf(rocks, "TransactionDB", closes("close"), closes("closeE"));
        rowOf(rocks, "OptimisticTransactionDB", closes("close"), closes("closeE"));
        row(
                "RocksMutableObject",
                makes("<init>(J)V"),
                makesIf("setNativeHandle(JZ)V", 3),
                closes("close"),
                disowns("disOwnNativeHandle"));

        library("com.github.luben.zstd.");
        row("ZstdCompressCtx", makes(CONSTRUCTOR), closes("doClose"));
        row("ZstdDecompressCtx", makes(CONSTRUCTOR), closes("doClose"));
        row("ZstdDictCompress", makes(CONSTRUCTOR), closes("doClose"));
        row("ZstdDictDecompress", makes(CONSTRUCTOR), closes("doClose"));
        row("ZstdInputStreamNoFinalizer", makes(CONSTRUCTOR), closes("close"));
        row("ZstdOutputStreamNoFinalizer", makes(CONSTRUCTOR), closes("close(Z)V"));
        row("ZstdDirectBufferCompressingStreamNoFinalizer", makes(CONSTRUCTOR), closes("close"));
        row("BaseZstdBufferDecompressingStreamNoFinalizer", makes(CONSTRUCTOR), closes("close"));

        library("ai.onnxruntime.");
        row("OnnxTensorLike", makes(CONSTRUCTOR));
        rowOf("OnnxTensorLike", "OnnxTensor", closes("close"));
        rowOf("OnnxTensorLike", "OnnxSparseTensor", closes("close"));
        row("OnnxSequence", makes(CONSTRUCTOR), closes("close"));
        row("OnnxMap", makes(CONSTRUCTOR), closes("close"));
        row("OrtSession", makes(CONSTRUCTOR), closes("close"));
        row("OrtSession$SessionOptions", makes(CONSTRUCTOR), closes("close"));
        row("OrtSession$RunOptions", makes(CONSTRUCTOR), closes("close"));
        row("OrtProviderOptions", makes(CONSTRUCTOR), closes("close()V"));

        library("io.netty.handler.ssl.");
        row("ReferenceCountedOpenSslContext", makes(CONSTRUCTOR), closes("destroy"));
        row("ReferenceCountedOpenSslEngine", makes(CONSTRUCTOR), closes("shutdown"));

        library("com.aayushatharva.brotli4j.");
        row("encoder.EncoderJNI$Wrapper", makes(CONSTRUCTOR), closes("destroy"));
        row("decoder.DecoderJNI$Wrapper", makes(CONSTRUCTOR), closes("destroy"));

        // A statement is closed by its connection, too.
        library("org.sqlite.");
        row("core.SafeStmtPtr", makes(CONSTRUCTOR));
        rowOf(
                "core.SafeStmtPtr",
                "core.DB",
                new HandleRow.Method("finalize(Lorg/sqlite/core/SafeStmtPtr;J)I", HandleRow.Action.CLOSES, 1, 0));

        library("org.duckdb.");
        row("DuckDBConnection", makes(CONSTRUCTOR), closes("close"));
        row("DuckDBResultSet", makes(CONSTRUCTOR), closes("close"));
        row("DuckDBAppender", makes(CONSTRUCTOR), closes("close"));
        row("DuckDBPreparedStatement", makes(CONSTRUCTOR), closes("close"));
        row("DuckDBChunkedResult", makes(CONSTRUCTOR), closes("close"));
        row("DuckDBPendingQuery", makes(CONSTRUCTOR), closes("close"));
        row("DuckDBValue", makes(CONSTRUCTOR), closes("close"));
        row("DuckDBLogicalType", makes(CONSTRUCTOR), closes("close"));

        library("software.amazon.awssdk.crt.");
        row("CrtResource", makes("acquireNativeHandle(J)V"), closes("release"));

        // The reference that keeps a Pointer's deallocator is listed as long as that has not run.
        library("org.bytedeco.");
        row(
                "javacpp.Pointer$DeallocatorReference",
                new HandleRow.Method(CONSTRUCTOR, HandleRow.Action.NAMES, 1, 0),
                makes("add"),
                closes("remove"));

        // Beside its Pointers: what is freed by calling a C function has no deallocator.
        library("org.tensorflow.");
        row("Graph", makes(CONSTRUCTOR), closes("close"));

        library("net.jpountz.");
        row("xxhash.StreamingXXHash32JNI", makes(CONSTRUCTOR), closes("close"), closes("finalize"));
        row("xxhash.StreamingXXHash64JNI", makes(CONSTRUCTOR), closes("close"), closes("finalize"));
        row("lz4.AbstractLZ4JNIFastResetCompressor", makes(CONSTRUCTOR), closes("close"));

        library("org.fusesource.leveldbjni.");
        row("internal.NativeDB", makes(CONSTRUCTOR), closes("delete()V"));
        row("internal.NativeIterator", makes(CONSTRUCTOR), closes("delete()V"));
        row("internal.NativeWriteBatch", makes(CONSTRUCTOR), closes("delete()V"));
        row("internal.NativeCache", makes(CONSTRUCTOR), closes("delete()V"));

        // Its pixels are released, its header is the finalizer's, which takes the pixels along.
        library("org.opencv.");
        row("core.Mat", makes(CONSTRUCTOR), closes("release"), closes("finalize"));

        library("org.lmdbjava.");
        row("Env", makes(CONSTRUCTOR), closes("close"));
        row("Txn", makes(CONSTRUCTOR), closes("close"), closes("commit"), closes("abort"));
        row("Cursor", makes(CONSTRUCTOR), closes("close"));
    }

    private void library(String packages) {
        libraries.add(packages);
    }

    private void row(String className, HandleRow.Method... methods) {
        rowOf(className, className, methods);
    }

    /** For a class that makes or closes another one's handles. */
    private void rowOf(String owner, String className, HandleRow.Method... methods) {
        String packages = libraries.get(libraries.size() - 1);
        String name = packages.concat(className).replace('.', '/');
        rows.add(new HandleRow(
                name,
                owner.equals(className) ? name : packages.concat(owner).replace('.', '/'),
                libraries.size() - 1,
                List.of(methods),
                false));
    }

    private static HandleRow.Method makes(String method) {
        return makesIf(method, 0);
    }

    private static HandleRow.Method makesIf(String method, int local) {
        return new HandleRow.Method(method, HandleRow.Action.CREATES, 0, local);
    }

    private static HandleRow.Method closes(String method) {
        return new HandleRow.Method(method, HandleRow.Action.CLOSES, 0, 0);
    }

    private static HandleRow.Method disowns(String method) {
        return new HandleRow.Method(method, HandleRow.Action.DISOWNS, 0, 0);
    }

    /**
     * Adds a class of the application's, or another method that closes its handles.
     *
     * @param className with dots
     * @param closing name of the method that closes
     * @return whether there was room for it
     */
    public boolean add(String className, String closing) {
        String name = className.replace('.', '/');
        HandleRow known = of(name);
        List<HandleRow.Method> methods = new ArrayList<>();
        if (known != null) {
            rows.remove(known);
            methods.addAll(known.methods());
            methods.add(closes(closing));
            rows.add(new HandleRow(name, known.owner(), known.library(), methods, known.isUsers()));
            return true;
        }
        if (libraries.size() >= MOST_LIBRARIES) {
            return false;
        }
        library("");
        methods.add(makes(CONSTRUCTOR));
        methods.add(closes(closing));
        rows.add(new HandleRow(name, name, libraries.size() - 1, methods, true));
        return true;
    }

    /** True if another class closes the handles of a row's owner, too. */
    boolean isShared(HandleRow row) {
        for (HandleRow other : rows) {
            if (!other.className().equals(row.className()) && other.owner().equals(row.owner())) {
                return true;
            }
        }
        return false;
    }

    /** The prefix of the classes of each library. */
    List<String> libraries() {
        return List.copyOf(libraries);
    }

    /**
     * The classes of all rows.
     *
     * @return their names, with dots
     */
    public List<String> classNames() {
        List<String> names = new ArrayList<>();
        for (HandleRow row : rows) {
            names.add(row.className().replace('/', '.'));
        }
        return names;
    }

    /** All rows. */
    List<HandleRow> rows() {
        return rows;
    }

    /** The row for a class, with slashes; null if there is none. */
    HandleRow of(String className) {
        for (HandleRow row : rows) {
            if (row.className().equals(className)) {
                return row;
            }
        }
        return null;
    }
}
