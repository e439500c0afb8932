package io.nmt.it.failures;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.FailingCommands;
import io.nmt.it.programs.Idle;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.bytebuddy.jar.asm.ClassReader;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Every call of the command line to a file or a socket fails once, every fifth outside of CI: see the program. */
@EnabledOnOs(OS.LINUX)
class InputOutputFailuresIT {
    private static final Pattern LINE = Pattern.compile("(\\S+) (\\d+) points, (\\d+) failed");
    private static final int COMMANDS = 9;

    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void eachCallFailsOnce(Jdk jdk) throws IOException, URISyntaxException {
        Path asm = Path.of(ClassReader.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path output = Files.createDirectory(directory.resolve("output"));
        try (Child target = ChildJvm.withoutC2(jdk).agent().allowAttach().start(Idle.class)) {
            target.awaitLine("ready");
            Outcome outcome = ChildJvm.withoutC2(jdk)
                    .classPath(ChildJvm.testClasses(), asm)
                    .run(
                            FailingCommands.class,
                            ChildJvm.agentJar(),
                            output.toString(),
                            Long.toString(target.pid()),
                            Boolean.getBoolean("nmt.thorough") ? "1" : "5");

            assertThat(outcome.exitCode()).as(outcome::toString).isZero();
            assertThat(outcome.outLines()).as(outcome::toString).hasSize(COMMANDS);
            for (String line : outcome.outLines()) {
                Matcher matcher = LINE.matcher(line);
                assertThat(matcher.matches()).as(line).isTrue();
                assertThat(Integer.parseInt(matcher.group(2))).as(line).isPositive();
                // What list cannot read of a process, it does not know.
                if (!matcher.group(1).equals("list")) {
                    assertThat(Integer.parseInt(matcher.group(3))).as(line).isPositive();
                }
            }
        }
    }
}
