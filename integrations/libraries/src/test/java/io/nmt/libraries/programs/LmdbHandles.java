package io.nmt.libraries.programs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;

/** Writes and reads a database. */
public final class LmdbHandles {
    private static final long MAP_BYTES = 1 << 20;

    private LmdbHandles() {}

    public static void main(String[] arguments) throws Exception {
        HandleRounds.run(LmdbHandles::work, LmdbHandles::leak);
    }

    private static Env.Builder<ByteBuffer> environment() {
        return Env.create().setMapSize(MAP_BYTES);
    }

    private static String work() throws IOException {
        Path directory = TemporaryFiles.create("lmdb");
        int read = 0;
        try (Env<ByteBuffer> environment = environment().open(directory.toFile())) {
            Dbi<ByteBuffer> db = environment.openDbi((String) null, DbiFlags.MDB_CREATE);
            try (Txn<ByteBuffer> transaction = environment.txnWrite()) {
                db.put(transaction, bytes("key"), bytes("value"));
                transaction.commit();
            }
            Txn<ByteBuffer> aborted = environment.txnWrite();
            aborted.abort();
            aborted.close();
            try (Txn<ByteBuffer> transaction = environment.txnRead();
                    Cursor<ByteBuffer> cursor = db.openCursor(transaction)) {
                while (cursor.next()) {
                    read++;
                }
                HandleRounds.closeEarly(cursor);
            }
        }
        TemporaryFiles.delete(directory);
        return read + " read";
    }

    private static void leak() throws IOException {
        // Without thread-local storage, one thread can have more than one transaction.
        Env<ByteBuffer> environment =
                environment().open(TemporaryFiles.create("lmdb").toFile(), EnvFlags.MDB_NOTLS);
        Rounds.leak(environment);
        Dbi<ByteBuffer> db = environment.openDbi((String) null, DbiFlags.MDB_CREATE);
        Txn<ByteBuffer> transaction = environment.txnRead();
        Rounds.leak(transaction);
        Rounds.leak(environment.txnRead());
        for (int i = 0; i < 3; i++) {
            Rounds.leak(db.openCursor(transaction));
        }
    }

    private static ByteBuffer bytes(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }
}
