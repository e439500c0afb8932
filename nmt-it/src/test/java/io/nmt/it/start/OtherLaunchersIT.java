package io.nmt.it.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * With the agent in {@code JAVA_TOOL_OPTIONS}, the JDK's tools print what they print without it, and exit as they do.
 */
class OtherLaunchersIT {
    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void toolsOfTheJdk(Jdk jdk) throws IOException {
        if (!Files.isExecutable(jdk.tool("javac"))) {
            return; // a runtime
        }
        Path source = Files.writeString(directory.resolve("Two.java"), "class Two { int one() { return 1; } }\n");
        Path wrong = Files.writeString(directory.resolve("Wrong.java"), "class Wrong { int one() { return; } }\n");
        Path script = Files.writeString(directory.resolve("script.jsh"), "System.out.println(6 * 7);\n/exit\n");
        assertSame(jdk, 0, "javac", "-d", directory.toString(), source.toString());
        assertSame(jdk, 1, "javac", "-d", directory.toString(), wrong.toString());
        assertSame(
                jdk, 0, "jar", "cf", directory.resolve("two.jar").toString(), "-C", directory.toString(), "Two.java");
        assertSame(jdk, 0, "jar", "tf", directory.resolve("two.jar").toString());
        assertSame(jdk, 0, "jshell", script.toString());
        assertSame(jdk, 0, "keytool", "-help");
        assertSame(jdk, 1, "jcmd", "0x");
        assertSame(jdk, 0, "jlink", "--version");
    }

    private static void assertSame(Jdk jdk, int exitCode, String tool, String... arguments) {
        String options = "JAVA_TOOL_OPTIONS=-XX:TieredStopAtLevel=1 -javaagent:" + ChildJvm.agentJar();
        Outcome without = run(jdk, "JAVA_TOOL_OPTIONS=-XX:TieredStopAtLevel=1", tool, arguments);
        Outcome with = run(jdk, options, tool, arguments);

        assertThat(without.exitCode()).as(without::toString).isEqualTo(exitCode);
        assertThat(with.exitCode()).as(with::toString).isEqualTo(exitCode);
        assertThat(with.out()).as(with::toString).isEqualTo(without.out());
        assertThat(ownLines(with)).as(with::toString).isEqualTo(ownLines(without));
    }

    private static List<String> ownLines(Outcome outcome) {
        return outcome.err()
                .lines()
                .filter(line -> !line.startsWith("Picked up JAVA_TOOL_OPTIONS: "))
                // Of the first jshell on a machine.
                .filter(line -> !line.contains("java.util.prefs.") && !line.contains("user preferences"))
                .toList();
    }

    private static Outcome run(Jdk jdk, String variable, String tool, String... arguments) {
        List<String> command =
                new ArrayList<>(List.of("env", variable, jdk.tool(tool).toString()));
        command.addAll(Arrays.asList(arguments));
        try (Child child = ChildJvm.startProgram(command.toArray(String[]::new))) {
            return child.await();
        }
    }
}
