package io.nmt.cli.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.cli.process.JvmList.Jvm;
import io.nmt.cli.process.JvmList.Outside;
import io.nmt.cli.terminal.TypedLine;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The message on a wrong process id, by the JVMs that there are. */
class WrongProcessTest {
    private final WrongProcess leaks = new WrongProcess("leaks");

    @Test
    void thereIsNoJvm() {
        assertThat(leaks.among("the process id is missing", List.of()))
                .isEqualTo(
                        UsageAdvice.usage("the process id is missing; there is no other JVM that this user could ask"));
    }

    @Test
    void thereIsOneJvm() {
        assertThat(leaks.among("the process id is missing", jvms(1)))
                .isEqualTo(
                        new UsageAdvice("the process id is missing; 1001 is com.acme.Main1", "Type: nmt leaks 1001"));
    }

    @Test
    void thereAreTwo() {
        assertThat(leaks.among("the process id is missing", jvms(2)))
                .isEqualTo(new UsageAdvice(
                        "the process id is missing",
                        "Type: nmt leaks 1001  # com.acme.Main1\nType: nmt leaks 1002  # com.acme.Main2"));
    }

    @Test
    void thereAreMany() {
        assertThat(leaks.among("the process id is missing", jvms(50)).instead())
                .contains("1005  # com.acme.Main5")
                .doesNotContain("1006")
                .endsWith("\nAnd 45 more: 'nmt list' shows all.");
    }

    @Test
    void aJvmThatDoesNotTellItsName() {
        assertThat(leaks.among("the process id is missing", List.of(new Jvm(7, " ", null, Outside.UNKNOWN)))
                        .wrong())
                .endsWith("; 7 is a JVM");
    }

    @Test
    void namesOfProgramsAreNotShownWhole() {
        Jvm jvm = new Jvm(7, "x".repeat(5000) + " --password=secret", true, Outside.UNKNOWN);
        Jvm other = new Jvm(8, "y --password=secret", true, Outside.UNKNOWN);

        assertThat(leaks.among("", List.of(jvm, other)).instead())
                .hasSizeLessThan(200)
                .doesNotContain("secret");
    }

    @Test
    void aShellTakesWhatIsToBeTyped() {
        assertThat(TypedLine.of(List.of("report", "a b.jfr"))).isEqualTo("nmt report 'a b.jfr'");
        assertThat(TypedLine.of(List.of("report", "it's.jfr"))).isEqualTo("nmt report 'it'\\''s.jfr'");
        assertThat(TypedLine.of(List.of("report", "a\u001b.jfr"))).isNull();
        assertThat(TypedLine.of(List.of("report", "x".repeat(1000)))).isNull();
    }

    private static List<Jvm> jvms(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> new Jvm(1000 + i, "com.acme.Main" + i + " --port 80", false, Outside.UNKNOWN))
                .toList();
    }
}
