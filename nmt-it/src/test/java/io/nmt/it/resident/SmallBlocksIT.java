package io.nmt.it.resident;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.it.programs.SmallBlocks;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import java.io.IOException;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The overhead of malloc and HotSpot on small blocks is in use, and not kept after free. */
@EnabledOnOs(OS.LINUX)
class SmallBlocksIT {
    private static final long MIB = 1 << 20;

    @OnOldestAndNewestJdk
    void mallocKeepsNoMoreThanItSays(Jdk jdk) throws IOException {
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .allowAttach()
                .options("-Xmx256m", "-XX:NativeMemoryTracking=summary")
                .agent()
                .start(SmallBlocks.class)) {
            child.awaitLine("holds");
            JsonNode rss = new ObjectMapper()
                    .readTree(runCommand(jdk, "rss", child, "--json")
                            .expectSuccess()
                            .out());
            long kept = -1;
            for (JsonNode component : rss.get("components")) {
                if (component.get("component").asText().equals("malloc retained")) {
                    kept = component.get("committed").asLong();
                }
            }
            assertThat(kept)
                    .as("%s", rss)
                    .isNotNegative()
                    .isLessThanOrEqualTo(rss.get("malloc").get("freeBytes").asLong() + MIB);
        }
    }
}
