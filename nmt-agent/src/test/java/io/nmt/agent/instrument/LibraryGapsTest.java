package io.nmt.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.internal.tracker.TrackedPart;
import io.nmt.core.model.NotTracked;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LibraryGapsTest {
    private static final String NATIVE = "com/sun/jna/Native";
    private static final String CHUNK = "acme/netty/buffer/PoolChunk";

    @AfterEach
    void forget() {
        TrackedPart.lacks(List.of());
    }

    private static ClassLoader loader() {
        return new ClassLoader() {};
    }

    /** A library is one entry, however many class loaders have it. */
    @Test
    void byLibraryWithTheFirstLoaderAndTheNumberOfOthers() {
        ClassLoader first = loader();
        List<Hook> jna = HookTable.ofLibrary(NATIVE, false);
        List<Hook> netty = HookTable.ofLibrary(CHUNK, false);
        LibraryGaps.add(first, NATIVE, jna, "it has no malloc");
        LibraryGaps.add(first, NATIVE, jna, "another reason");
        LibraryGaps.add(first, CHUNK, netty, "it is broken");
        assertThat(TrackedPart.coverage().notTracked())
                .extracting(NotTracked::category)
                .containsExactly("JNA", "Pools of Netty");
        assertThat(why(0))
                .startsWith("com.sun.jna.Native in " + getClass().getName())
                .endsWith(": it has no malloc");

        for (int i = 0; i < 2000; i++) {
            LibraryGaps.add(loader(), NATIVE, jna, "it has no malloc");
        }
        assertThat(TrackedPart.coverage().notTracked()).hasSize(2);
        assertThat(why(1)).endsWith(": it has no malloc; and in at least 999 more class loaders");

        HandleTable table = new HandleTable();
        HandleRow row = table.of("org/rocksdb/RocksDB");
        LibraryGaps.add(first, row, "org.rocksdb.", "it is an interface");
        assertThat(TrackedPart.coverage().notTrackedNames()).isEqualTo("Pools of Netty, JNA, Handles of org.rocksdb");
        assertThat(TrackedPart.coverage().notTracked().get(2).isOfHandles()).isTrue();
        assertThat(TrackedPart.coverage().notTracked().get(0).isOfPools()).isTrue();
    }

    private static String why(int index) {
        return TrackedPart.coverage().notTracked().get(index).why();
    }
}
