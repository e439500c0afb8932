package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.libraries.programs.LibraryThreads;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A pool of threads that a library wrote for itself is one executor: that it fills is no leak. */
class LibraryThreadsIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    @OnEveryJdk
    void poolsOfLibrariesAreExecutors(Jdk jdk) throws IOException {
        ChildJvm jvm = ChildJvm.withoutC2(jdk)
                .allowAttach()
                .agent()
                .classPath(ClassPath.jars(
                                "tomcat-embed-core",
                                "tomcat-annotations-api",
                                "jetty-util",
                                "slf4j-api",
                                "jboss-threads",
                                "jboss-logging",
                                "wildfly-common")
                        .toArray(Path[]::new));
        try (Child child = jvm.start(LibraryThreads.class)) {
            child.awaitLine("busy");
            Map<String, JsonNode> busy = threads(jdk, child);
            for (String name : new String[] {"tomcat-N", "jetty-N", "jboss-N", "ForkJoinPool-1-worker-N"}) {
                assertThat(busy).containsKey(name);
                assertThat(busy.get(name).get("count").asInt()).as(name).isEqualTo(LibraryThreads.THREADS);
                assertThat(busy.get(name).get("executors").asInt()).as(name).isEqualTo(1);
                assertThat(busy.get(name).get("idle").asInt()).as(name).isZero();
            }
            child.say("");
            child.awaitLine("idle");
            assertThat(threads(jdk, child).get("tomcat-N").get("idle").asInt()).isEqualTo(LibraryThreads.THREADS);
            child.say("");
            child.await().expectExit(0); // the libraries write to its stderr
        }
    }

    private static Map<String, JsonNode> threads(Jdk jdk, Child child) throws IOException {
        Map<String, JsonNode> groups = new HashMap<>();
        JsonNode told = JSON.readTree(ChildJvm.runCommand(jdk, "threads", child, "--json", "--top=0")
                .expectExit(0)
                .out());
        for (JsonNode group : told.get("threads")) {
            groups.put(group.get("name").asText(), group);
        }
        return groups;
    }
}
