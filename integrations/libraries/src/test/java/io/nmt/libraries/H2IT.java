package io.nmt.libraries;

import io.nmt.libraries.programs.H2OffHeap;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;

/** The storage engine of H2, with its data in direct buffers. */
class H2IT {
    @OnOldestAndNewestJdk
    void storesOffTheHeap(Jdk jdk) {
        LibraryRun.on(jdk, ClassPath.jars("h2-mvstore"))
                .run(H2OffHeap.class)
                .holdsItsOwn("Direct Buffer", "bytes")
                .leaksIn("Direct Buffer", H2OffHeap.LEAK_BYTES);
    }
}
