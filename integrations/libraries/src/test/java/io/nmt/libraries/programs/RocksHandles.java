package io.nmt.libraries.programs;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** Writes and reads a database. */
public final class RocksHandles {
    private static final int ENTRIES = 100;

    private RocksHandles() {}

    public static void main(String[] arguments) throws Exception {
        RocksDB.loadLibrary();
        HandleRounds.run(RocksHandles::work, RocksHandles::leak);
    }

    private static String work() throws Exception {
        Path directory = TemporaryFiles.create("rocksdb");
        int read;
        try (Options options = new Options().setCreateIfMissing(true)) {
            try (RocksDB db = RocksDB.open(options, directory.toString())) {
                read = writeAndRead(db);
                borrow(db, options);
            }
            destroy(options, directory);
        }
        return read + " read";
    }

    private static int writeAndRead(RocksDB db) throws RocksDBException {
        try (WriteOptions options = new WriteOptions();
                WriteBatch batch = new WriteBatch();
                FlushOptions flush = new FlushOptions()) {
            for (int i = 0; i < ENTRIES; i++) {
                batch.put(bytes("key " + i), bytes("value " + i));
            }
            db.write(options, batch);
            db.flush(flush);
            HandleRounds.closeEarly(options);
        }
        int read = 0;
        try (Slice lower = new Slice("key 1");
                ReadOptions options = new ReadOptions().setIterateLowerBound(lower);
                RocksIterator iterator = db.newIterator(options)) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                read++;
            }
        }
        return read;
    }

    /** Handles that own nothing, and one that its database closes. */
    private static void borrow(RocksDB db, Options options) throws RocksDBException {
        ColumnFamilyHandle first = db.getDefaultColumnFamily();
        Snapshot snapshot = db.getSnapshot();
        db.releaseSnapshot(snapshot);
        try (ColumnFamilyOptions familyOptions = new ColumnFamilyOptions()) {
            ColumnFamilyHandle own = db.createColumnFamily(new ColumnFamilyDescriptor(bytes("own"), familyOptions));
            db.put(own, bytes("a"), bytes("b"));
            db.put(first, bytes("a"), bytes("b"));
            own.close();
        }
        options.getEnv().close();
    }

    private static void destroy(Options options, Path directory) throws RocksDBException {
        try (DBOptions db = new DBOptions(options)) {
            List<byte[]> families = RocksDB.listColumnFamilies(options, directory.toString());
            if (families.size() != 2) {
                throw new IllegalStateException(families.size() + " column families");
            }
            db.optimizeForSmallDb();
        }
        RocksDB.destroyDB(directory.toString(), options);
    }

    private static void leak() throws Exception {
        Options options = new Options().setCreateIfMissing(true);
        RocksDB db = RocksDB.open(options, TemporaryFiles.create("rocksdb").toString());
        Rounds.leak(options);
        Rounds.leak(db);
        for (int i = 0; i < 5; i++) {
            Rounds.leak(db.newIterator());
        }
        for (int i = 0; i < 4; i++) {
            Rounds.leak(new Slice("leaked"));
        }
        for (int i = 0; i < 3; i++) {
            Rounds.leak(new ReadOptions());
        }
        for (int i = 0; i < 2; i++) {
            Rounds.leak(new WriteOptions());
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
