package io.nmt.libraries;

import io.nmt.libraries.programs.AeronMessages;
import io.nmt.libraries.programs.AgronaBuffers;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;

/** Agrona's buffers, and Aeron, which is made of them. */
class AgronaIT {
    @OnOldestAndNewestJdk
    void buffers(Jdk jdk) {
        LibraryRun.on(jdk, ClassPath.jars("agrona"))
                .options(LibraryOptions.open("sun.nio.ch", "jdk.internal.misc"))
                .options(LibraryOptions.unsafe(jdk))
                .run(AgronaBuffers.class)
                .holdsItsOwn("Direct Buffer", "bytes")
                .holdsMappedPages()
                .leaksIn("Mapped File", AgronaBuffers.LEAK_BYTES);
    }

    @OnOldestAndNewestJdk
    void messages(Jdk jdk) {
        LibraryRun run = LibraryRun.on(jdk, ClassPath.jars("agrona", "aeron-client", "aeron-driver"))
                .options(LibraryOptions.open("sun.nio.ch", "jdk.internal.misc"))
                .options(LibraryOptions.unsafe(jdk))
                .run(AeronMessages.class)
                .holdsMappedPages();
        run.leaksIn("Mapped File", run.own("log"));
    }
}
