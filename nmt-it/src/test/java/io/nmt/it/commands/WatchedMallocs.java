package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import java.io.IOException;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * A program, and what {@code native} has seen of all that it did.
 *
 * @param child has done its work, and waits
 * @param json the command's output
 * @param profile the same
 */
record WatchedMallocs(Child child, String json, JsonNode profile) implements AutoCloseable {
    private static final int SECONDS = 6;
    private static final int MOST_SECONDS = SECONDS * 4 * 4 * 4;

    /** Watches a program while it works: a new one for longer, where it was not done when the time was over. */
    static WatchedMallocs of(Jdk jdk, Supplier<Child> start) throws IOException {
        for (int seconds = SECONDS; ; seconds *= 4) {
            Child child = start.get();
            child.awaitLine("ready");
            try (Child command = ChildJvm.startAgentJar(
                    jdk, "native", Long.toString(child.pid()), "--for", seconds + "s", "--json")) {
                command.awaitErrorLineWith("nmt: watching now");
                child.say("go");
                child.awaitLine("done");
                Instant done = Instant.now();
                String json = command.await().expectExit(0).out();
                JsonNode profile = new ObjectMapper().readTree(json);
                if (Instant.parse(profile.get("end").asText()).isAfter(done)) {
                    return new WatchedMallocs(child, json, profile);
                }
            }
            child.close();
            assertThat(seconds).as("seconds of watching").isLessThan(MOST_SECONDS);
        }
    }

    @Override
    public void close() {
        child.close();
    }
}
