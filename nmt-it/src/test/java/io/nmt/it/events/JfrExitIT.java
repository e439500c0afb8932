package io.nmt.it.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.FreedAtExit;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Recording;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The end of the JVM in a recording. */
@EnabledOnOs(OS.LINUX)
class JfrExitIT {
    @TempDir
    private Path directory;

    /** Memory that an application frees while it ends is all in the events, or none of it. */
    @OnOldestAndNewestJdk
    void totalsAndCallSitesAreOfOneMoment(Jdk jdk) throws Exception {
        Path file = directory.resolve("exit.jfr");
        ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .agent("sample=1")
                .options("-XX:StartFlightRecording:filename=" + file)
                .run(FreedAtExit.class)
                .expectExit(0);

        Recording recording = Recording.read(file);
        List<RecordedEvent> sites = recording.events("nmt.NativeMemorySite").stream()
                .filter(event -> event.getString("topFrame").contains("FreedAtExit.main("))
                .toList();
        Instant last = sites.get(sites.size() - 1).getStartTime();
        long ofSite = sites.stream()
                .filter(event -> event.getStartTime().equals(last))
                .mapToLong(event -> event.getLong("liveBytes"))
                .sum();
        assertThat(ofSite).isEqualTo((long) FreedAtExit.BLOCKS * FreedAtExit.BLOCK_BYTES);
        assertThat(recording.last().get("Unsafe").committed()).isGreaterThanOrEqualTo(ofSite);
    }
}
