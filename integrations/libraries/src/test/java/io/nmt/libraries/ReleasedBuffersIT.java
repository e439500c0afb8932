package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.nmt.libraries.programs.ReleasedBuffers;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOneJdk;
import java.nio.file.Path;
import java.util.List;

/** Released memory that Netty's pools keep is no leak. */
class ReleasedBuffersIT {
    private static ServiceRun start(Jdk jdk, String mode) {
        List<Path> jars = ClassPath.jars("netty-buffer", "netty-common");
        return ServiceRun.start(jdk, jars, ReleasedBuffers.class, mode, ServiceRun.WITH_C2);
    }

    /** The owner of the entries is among the call sites. */
    @OnOneJdk
    void entriesThatPinChunks(Jdk jdk) throws Exception {
        try (ServiceRun run = start(jdk, "cache")) {
            JsonNode pools = run.poolsThatDoNotLeak();
            assertThat(pools.get("findings").get(0).asText()).contains("fragmentation, or a peak that is over");
            assertThat(pools.get("sites").toString()).contains(ReleasedBuffers.class.getName() + "$Cache.put");
            run.finish();
        }
    }

    @OnOneJdk
    void burstsThatAreOver(Jdk jdk) throws Exception {
        try (ServiceRun run = start(jdk, "bursts")) {
            run.poolsThatDoNotLeak();
            run.finish();
        }
    }
}
