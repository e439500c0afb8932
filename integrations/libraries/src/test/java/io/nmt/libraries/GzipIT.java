package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.libraries.programs.GzipStreams;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;

/** The JDK's own compression. Without jars on the class path no other code needs it. */
class GzipIT {
    @OnOldestAndNewestJdk
    void compresses(Jdk jdk) {
        LibraryRun run =
                LibraryRun.on(jdk, ClassPath.jars()).run(GzipStreams.class).leaksBlocksIn("Zip");
        assertThat(run.at("open").category("Zip").count()
                        - run.at("begin").category("Zip").count())
                .as(run.tracked()::toString)
                .isEqualTo(GzipStreams.STREAMS);
    }
}
