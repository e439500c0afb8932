package io.nmt.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The words of a command line and an environment, as {@code /proc} shows them, that are options of the JVM. */
class JvmOptionsTest {
    private static final String FLAG = "DisableAttachMechanism";
    private static final String ON = "-XX:+" + FLAG;
    private static final String OFF = "-XX:-" + FLAG;

    @TempDir
    private Path directory;

    private boolean isSet(String environment, String... commandLine) throws IOException {
        Files.writeString(directory.resolve("environ"), environment.replace('|', '\0'));
        Files.writeString(directory.resolve("cmdline"), String.join("\0", commandLine) + "\0");
        return JvmOptions.areSet(directory, FLAG);
    }

    @Test
    void onTheCommandLine() throws IOException {
        assertThat(isSet("A=B|", "java", ON, "-cp", "x y", "Main")).isTrue();
        assertThat(isSet("", "java", "-cp", "x", ON, "-jar", "a.jar")).isTrue();
        assertThat(isSet("", "java", ON, OFF, "Main")).isFalse();
        assertThat(isSet("", "java", OFF, ON, "Main")).isTrue();
    }

    @Test
    void notAnArgumentOfTheProgramNorALongerWordNorAnyVariable() throws IOException {
        assertThat(isSet("", "java", "-cp", "x", "Main", ON)).isFalse();
        assertThat(isSet("", "java", "-cp", ON, "Main")).isFalse();
        assertThat(isSet("", "java", "-jar", ON)).isFalse();
        assertThat(isSet("", "java", ON + "XYZ", "Main")).isFalse();
        assertThat(isSet("NOTE=x " + ON + "|", "java", "Main")).isFalse();
    }

    @Test
    void inVariablesThatTheJvmReads() throws IOException {
        assertThat(isSet("JAVA_TOOL_OPTIONS=-Xmx1g " + ON + "|", "java", "Main"))
                .isTrue();
        assertThat(isSet("JDK_JAVA_OPTIONS='" + ON + "'|", "java", "Main")).isTrue();
        assertThat(isSet("JAVA_TOOL_OPTIONS=" + ON + "|_JAVA_OPTIONS=" + OFF + "|", "java", "Main"))
                .isFalse();
        assertThat(isSet("_JAVA_OPTIONS=" + ON + "|", "java", OFF, "Main")).isTrue();
    }

    @Test
    void inFiles() throws IOException {
        Path cwd = Files.createDirectory(directory.resolve("cwd"));
        Files.writeString(cwd.resolve("args.txt"), "-Xmx1g\n\"" + ON + "\"\n");
        Files.writeString(cwd.resolve(".hotspotrc"), "+" + FLAG + "\n");
        assertThat(isSet("", "java", "@args.txt", "Main")).isTrue();
        assertThat(isSet("", "java", "-XX:VMOptionsFile=args.txt", "Main")).isTrue();
        assertThat(isSet("", "java", "-XX:Flags=.hotspotrc", "Main")).isTrue();
        assertThat(isSet("", "java", "@none.txt", "Main")).isFalse();
    }
}
