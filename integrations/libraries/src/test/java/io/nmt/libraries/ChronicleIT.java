package io.nmt.libraries;

import io.nmt.libraries.programs.ChronicleBytes;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import java.util.List;

/** Chronicle, which maps files by a method handle on the JDK's own native method. */
class ChronicleIT {
    private static final Kept NO_PAGE = new Kept("Unsafe", 1, 4096, "NoBytesStore.NO_PAGE");

    @OnOldestAndNewestJdk
    void mapsFiles(Jdk jdk) {
        LibraryRun.on(jdk, ClassPath.jars("chronicle-bytes", "chronicle-core", "posix", "slf4j-api"))
                .options(LibraryOptions.open(
                        "java.io", "java.lang", "java.lang.reflect", "java.nio", "java.util", "sun.nio.ch"))
                .options(LibraryOptions.open("jdk.internal.misc", "jdk.internal.ref"))
                .options(LibraryOptions.unsafe(jdk))
                .options(List.of("-Dchronicle.announcer.disable=true"))
                .keeps(NO_PAGE)
                .run(ChronicleBytes.class)
                .holdsItsOwn("Unsafe", "bytes")
                .holdsMappedPages()
                .leaksIn("Mapped File", ChronicleBytes.MAPPING_BYTES);
    }
}
