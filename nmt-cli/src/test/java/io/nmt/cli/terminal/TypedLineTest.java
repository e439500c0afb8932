package io.nmt.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Commands are named as they can be typed here, in advice and in answers. */
@Isolated("sets system properties")
class TypedLineTest {
    private static final String LAUNCHER = "nmt.launcher";
    private static final String CLASS_PATH = "java.class.path";
    private static final String ANSWER = "LEAK x. Next: 'nmt leaks PID'";

    private final String classPath = System.getProperty(CLASS_PATH);

    @AfterEach
    void restore() {
        System.clearProperty(LAUNCHER);
        System.setProperty(CLASS_PATH, classPath);
    }

    @Test
    void byTheScript() {
        System.setProperty(LAUNCHER, "./nmt");

        assertThat(TypedLine.of(List.of("explain", "42"))).isEqualTo("./nmt explain 42");
        assertThat(TypedLine.inText(ANSWER, 42)).isEqualTo("LEAK x. Next: './nmt leaks 42'");
    }

    @Test
    void byTheJar() {
        System.setProperty(CLASS_PATH, "lib/nmt-agent.jar");

        assertThat(TypedLine.of(List.of("explain", "42"))).isEqualTo("java -jar lib/nmt-agent.jar explain 42");
        assertThat(TypedLine.inText(ANSWER, 42)).isEqualTo("LEAK x. Next: 'java -jar lib/nmt-agent.jar leaks 42'");
    }

    @Test
    void aPathThatCannotBeShown() {
        System.setProperty(CLASS_PATH, "x".repeat(300) + "/nmt-agent.jar");

        assertThat(TypedLine.inText(ANSWER, 42)).isEqualTo("LEAK x. Next: 'nmt leaks 42'");
    }
}
