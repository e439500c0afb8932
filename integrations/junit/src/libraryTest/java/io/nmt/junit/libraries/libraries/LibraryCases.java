package io.nmt.junit.libraries;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.nmt.junit.NoNativeLeaks;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBatch;

/** Tests with bugs in how they use libraries, and some without; run by an integration test in a JVM of its own. */
@NoNativeLeaks
class LibraryCases {
    private static final List<Object> KEPT = new ArrayList<>();

    @Test
    void closesRocks() {
        RocksDB.loadLibrary();
        try (Options options = new Options();
                WriteBatch batch = new WriteBatch()) {
            options.setCreateIfMissing(true);
            batch.count();
        }
    }

    @Test
    void forgetsRocksOptions() {
        RocksDB.loadLibrary();
        new Options().setCreateIfMissing(true);
    }

    @Test
    void keepsRocksBatches() {
        RocksDB.loadLibrary();
        KEPT.add(new WriteBatch());
        KEPT.add(new WriteBatch());
    }

    @Test
    @NoNativeLeaks(handles = false)
    void forgetsRocksOptionsWhichDoNotCount() {
        RocksDB.loadLibrary();
        new Options().setCreateIfMissing(true);
    }

    @Test
    void releasesNettyBuffers() {
        PooledByteBufAllocator.DEFAULT.directBuffer(1000).release();
        UnpooledByteBufAllocator.DEFAULT.directBuffer(1000).release();
    }

    @Test
    void keepsPooledNettyBuffer() {
        KEPT.add(PooledByteBufAllocator.DEFAULT.directBuffer(1000));
    }

    @Test
    void forgetsPooledNettyBuffer() {
        ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(2000);
        buffer.writeByte(1);
    }

    @Test
    void keepsUnpooledNettyBuffer() {
        KEPT.add(UnpooledByteBufAllocator.DEFAULT.directBuffer(3000));
    }

    @Test
    void keepsLargeNettyBuffer() {
        KEPT.add(PooledByteBufAllocator.DEFAULT.directBuffer(20 << 20));
    }
}
