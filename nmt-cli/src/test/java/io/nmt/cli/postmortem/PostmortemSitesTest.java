package io.nmt.cli.postmortem;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.cli.postmortem.Remains.HeldSite;
import io.nmt.cli.postmortem.Remains.Recorded;
import io.nmt.report.document.JvmParts;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The time of the call sites that a postmortem names. */
class PostmortemSitesTest {
    private static final Instant STARTED = Instant.parse("2026-01-02T03:00:00Z");

    /** Sites are told once a chunk, and other figures until the process was killed. */
    @Test
    void sitesOfARecordingAreAsOldAsTheirEvent() {
        Instant chunk = STARTED.plusSeconds(60);
        Instant killed = STARTED.plusSeconds(600);
        Recorded recorded = new Recorded(
                Path.of("app.jfr"),
                new ProcessIdentity(42, STARTED, "app", ""),
                STARTED,
                killed,
                true,
                List.of(new HeldSite("Unsafe: com.acme.Cache.put(Cache.java:35)", 1 << 20)),
                chunk,
                List.of(),
                null,
                JvmParts.empty(),
                null);
        Postmortem story = Postmortem.of(List.<Remains>of(recorded)).get(0);
        assertThat(story.sites()).hasSize(1);
        assertThat(story.sitesTime()).isEqualTo(chunk);
    }
}
