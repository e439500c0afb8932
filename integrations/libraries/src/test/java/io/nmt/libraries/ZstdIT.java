package io.nmt.libraries;

import io.nmt.libraries.programs.ZstdStreams;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;

/**
 * Zstandard: what the native library takes for itself is invisible by design, the buffers that it is handed are not.
 */
class ZstdIT {
    @OnOldestAndNewestJdk
    void compresses(Jdk jdk) {
        LibraryRun.on(jdk, ClassPath.jars("zstd-jni"))
                .options(LibraryOptions.nativeAccess(jdk))
                .run(ZstdStreams.class)
                .holdsItsOwn("Direct Buffer", "bytes")
                .leaksIn("Direct Buffer", ZstdStreams.LEAK_BYTES);
    }
}
