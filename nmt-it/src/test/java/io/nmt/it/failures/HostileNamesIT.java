package io.nmt.it.failures;

import static io.nmt.testkit.ListedJvms.assertListed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.it.programs.HostileNames;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Names that programs give can neither talk to the terminal nor forge rows, nor are they formulas of a spreadsheet. */
class HostileNamesIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    @OnOneJdk
    void inEveryOutput(Jdk jdk) throws IOException {
        Path recording = directory.resolve("a.jfr");
        Path report = directory.resolve("report.txt");
        Path blocks = directory.resolve("blocks.csv");
        Path page = directory.resolve("page.html");
        ChildJvm jvm = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .allowAttach()
                .agent("sample=1,report=" + report)
                .options("-XX:StartFlightRecording:filename=" + recording);
        try (Child child = jvm.start(HostileNames.class, "\u001b[31m\nForged row 0KB")) {
            child.awaitLine("ready");
            for (String command : new String[] {"summary", "sites", "leaks"}) {
                assertHarmless(
                        ChildJvm.runCommand(jdk, command, child).expectSuccess().out());
                String json = ChildJvm.runCommand(jdk, command, child, "--json")
                        .expectSuccess()
                        .out();
                assertHarmless(json);
                JSON.readTree(json);
            }
            assertThat(JSON.readTree(ChildJvm.runCommand(jdk, "summary", child, "--json")
                                    .out())
                            .findValuesAsText("type"))
                    .contains("=1+1\u001b[2J<b>\r\nForged row 0KB\u2028\u009b31m");
            Outcome list = ChildJvm.runAgentJar(jdk, "list").expectSuccess();
            assertHarmless(list.out());
            assertListed(list, child, true, HostileNames.class);

            ChildJvm.runCommand(jdk, "dump", child, "-o", blocks.toString()).expectSuccess();
            assertHarmless(Files.readString(blocks));
            assertThat(Files.readString(blocks))
                    .contains(",'=1+1?[2J<b>", ",\"'=cmd|'/C calc'!A0?")
                    .doesNotContain(",=");
            ChildJvm.runCommand(jdk, "flamegraph", child, "-o", page.toString()).expectSuccess();
            assertHarmless(Files.readString(page).replace("\t", " "));
            child.say("finish");
            child.await().expectExit(0);
        }
        assertHarmless(Files.readString(report));
        assertHarmless(ChildJvm.runAgentJar(jdk, "report", recording.toString()).out());
        assertHarmless(ChildJvm.runAgentJar(jdk, "compare", recording.toString(), recording.toString())
                .out());
        assertHarmless(ChildJvm.runAgentJar(jdk, "flamegraph", recording.toString(), "--collapsed")
                .out());
    }

    private static void assertHarmless(String output) {
        assertThat(output).isNotBlank();
        assertThat(output.lines()).noneMatch(line -> line.startsWith("Forged row"));
        assertThat(output.replace("\n", "")).doesNotContainPattern("[\\p{Cntrl}\u0080-\u009f\u2028\u2029\u202e]");
    }
}
