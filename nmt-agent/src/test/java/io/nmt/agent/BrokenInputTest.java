package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.agent.options.AgentException;
import io.nmt.agent.options.AgentOptions;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.SmallRecording;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Whatever a user gives the command line to read, it ends, and what is wrong is one line. */
@Isolated("reads what is printed")
class BrokenInputTest {
    /** The number of damaged recordings to read: 8,000 need some minutes. */
    private static final int MUTATIONS =
            Integer.getInteger("nmt.mutations", Boolean.getBoolean("nmt.thorough") ? 60 : 20);

    private static final int COMMAND_LINES = 3 * MUTATIONS;
    private static final Path RECORDED = Path.of("src", "test", "resources", "recorded", "before.jfr.gz");

    /** They come first: elsewhere they would name any JVM of this machine that has one in its command line. */
    private static final String[] COMMANDS = {
        "report",
        "compare",
        "flamegraph",
        "export",
        "summary",
        "sites",
        "leaks",
        "diff",
        "rss",
        "dump",
        "attach",
        "baseline",
        "unreachable"
    };

    private static final String[] WORDS = {
        "noSuchJvm-c0ffee",
        "--pprof",
        "--otlp",
        "--speedscope",
        "--json",
        "--scale",
        "--scale=TB",
        "KB",
        "--top",
        "-3",
        "99999999999",
        "--sort=size",
        "--sort",
        "--age",
        "-o",
        "/nowhere/x",
        "",
        " ",
        "0",
        "-1",
        "4194305",
        "999999999999999999",
        "--timeout",
        "--timeout=1ms",
        "1s",
        "@",
        "=",
        "--",
        "--watch",
        "5y",
        "\u001b[31m",
        "a\nb",
        "--title",
        "missing.jfr",
        "--collapsed",
        "\u202e",
        "\uD800",
        "'",
        "--no-color",
        "--trim",
        "--advise",
        "--arenas"
    };

    private final RandomGenerator random =
            RandomGeneratorFactory.of("SplittableRandom").create(1);

    @TempDir
    private Path directory;

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatIsNoRegularFile() throws IOException, InterruptedException {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Path page = directory.resolve("page.html");
        Path good = directory.resolve("good.jfr");
        SmallRecording.write(good, "com.acme.Codec.encode(Codec.java:12)");
        for (String file : new String[] {"/dev/zero", "/dev/null", pipe.toString()}) {
            InProcess.run("report", file).expectFailure(file + " is not a regular file");
            InProcess.run("compare", good.toString(), file).expectFailure(file + " is not a regular file");
            InProcess.run("compare", file, good.toString()).expectFailure(file + " is not a regular file");
            InProcess.run("flamegraph", file, "-o", page.toString()).expectFailure(file + " is not a regular file");
        }
        InProcess.run("report", directory.toString()).expectFailure(directory + " is a directory");
        InProcess.run("report", "/nowhere").expectFailure("/nowhere does not exist");
        // No file of arguments: it would be read, and told.
        InProcess.run("report", "@/etc/passwd").expectFailure("@/etc/passwd does not exist");
        assertThat(page).doesNotExist();
    }

    @Test
    void aStackOf100000Frames() throws IOException {
        Path page = directory.resolve("page.html");
        Path deep = Files.writeString(directory.resolve("deep.txt"), "Unsafe" + ";a.B.c".repeat(100_000) + " 1\n");
        InProcess.run("flamegraph", deep.toString(), "-o", page.toString())
                .expectFailure("has a stack of 100001 frames; at most 2048 can be drawn");
        Path most = Files.writeString(directory.resolve("most.txt"), "Unsafe" + ";a.B.c".repeat(2047) + " 1\n");
        InProcess.run("flamegraph", most.toString(), "-o", page.toString()).expectExit(0);
        assertThat(page).content().endsWith("</html>\n");
    }

    /** The same ones in each run: a recording that this JVM made would be another one each time. */
    @Test
    void damagedRecordings() throws IOException {
        Path good = directory.resolve("good.jfr");
        try (InputStream packed = Files.newInputStream(RECORDED)) {
            Files.copy(new GZIPInputStream(packed), good);
        }
        byte[] bytes = Files.readAllBytes(good);
        Path bad = directory.resolve("bad.jfr");
        Path page = directory.resolve("page.html");
        InProcess.run("report", good.toString()).expectSuccess();
        for (int i = 0; i < MUTATIONS; i++) {
            Files.write(bad, mutated(bytes));
            assertOneLineIfItFails(
                    switch (i % 4) {
                        case 0 -> InProcess.run("report", bad.toString());
                        case 1 -> InProcess.run("report", "--json", bad.toString());
                        case 2 -> InProcess.run("compare", good.toString(), bad.toString());
                        default -> InProcess.run("flamegraph", bad.toString(), "-o", page.toString());
                    },
                    i);
        }
    }

    /** As another version of the agent writes them: under another name, so that the field is missing. */
    @Test
    void fieldsThatAreMissing() throws IOException {
        Path good = directory.resolve("good.jfr");
        try (InputStream packed = Files.newInputStream(RECORDED)) {
            Files.copy(new GZIPInputStream(packed), good);
        }
        String bytes = Files.readString(good, StandardCharsets.ISO_8859_1);
        Path other = directory.resolve("other.jfr");
        for (String field :
                new String[] {"committed", "count", "liveBytes", "standardError", "component", "exactPeaks", "weight"
                }) {
            // Metadata has the length before a text.
            String name = (char) field.length() + field;
            assertThat(bytes).contains(name);
            String renamed = bytes.replace(name, name.substring(0, field.length()) + "Q");
            Files.writeString(other, renamed, StandardCharsets.ISO_8859_1);
            for (String[] line : new String[][] {
                {"report"}, {"report", "--json"}, {"leaks"}, {"rss"}, {"compare", good.toString()}, {"postmortem"}
            }) {
                String[] command = Arrays.copyOf(line, line.length + 1);
                command[line.length] = other.toString();
                Outcome outcome = InProcess.run(command);
                assertThat(outcome.err()).as(field).doesNotContain("Exception", "could not be read");
                assertThat(outcome.out() + outcome.err())
                        .as(field)
                        .contains(" nmt.")
                        .contains(field);
            }
        }
    }

    private byte[] mutated(byte[] good) {
        byte[] bad = good.clone();
        int times = 1 + random.nextInt(4);
        for (int i = 0; i < times; i++) {
            int at = random.nextInt(bad.length);
            switch (random.nextInt(6)) {
                case 0 -> bad[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bad[at] = (byte) random.nextInt();
                case 2 -> Arrays.fill(bad, at, Math.min(bad.length, at + random.nextInt(64)), (byte) random.nextInt());
                case 3 -> ByteBuffer.wrap(bad).putLong(Math.min(at, bad.length - 8), random.nextLong());
                // The header, where sizes and places are.
                case 4 -> bad[random.nextInt(68)] = (byte) random.nextInt();
                default -> bad = Arrays.copyOf(bad, Math.max(100, at));
            }
        }
        return bad;
    }

    private static void assertOneLineIfItFails(Outcome outcome, int number) {
        assertThat(outcome.exitCode()).as("%d: %s", number, outcome).isBetween(0, 1);
        if (outcome.exitCode() == 1) {
            outcome.expectFailure("nmt: ");
        } else {
            assertThat(outcome.err()).as("%d: %s", number, outcome).isEmpty();
        }
    }

    /** None of these names a process or a file that is there. */
    @Test
    void commandLines() {
        for (int i = 0; i < COMMAND_LINES; i++) {
            String[] line = new String[1 + random.nextInt(5)];
            for (int word = 0; word < line.length; word++) {
                line[word] = WORDS[random.nextInt(WORDS.length)];
            }
            if (random.nextInt(4) > 0) {
                line[0] = COMMANDS[random.nextInt(COMMANDS.length)];
            }
            Outcome outcome = InProcess.run(line);

            assertThat(outcome.exitCode()).as(outcome::toString).isBetween(1, 2);
            assertThat(outcome.out()).as(outcome::toString).isEmpty();
            assertThat(outcome.err())
                    .as(outcome::toString)
                    .startsWith("nmt: ")
                    .doesNotContain("\tat ", "Exception", "\u001b", "\u202e");
            if (!outcome.err().startsWith("nmt: a command is missing")) {
                boolean isWrongUsage = outcome.exitCode() == 2; // with a line for each of some JVMs
                assertThat(outcome.err().lines().count())
                        .as(outcome::toString)
                        .isBetween(isWrongUsage ? 2L : 1L, isWrongUsage ? 7L : 1L);
            }
        }
    }

    @Test
    void optionsOfTheAgent() {
        String[] parts = {
            "report",
            "scale",
            "jfr",
            "peak",
            "sample",
            "depth",
            "categories",
            "category",
            "pressure",
            "pressure-file",
            "=",
            ",",
            "+",
            ":",
            "*",
            ".",
            "%",
            "Index",
            "direct",
            "true",
            "1",
            "99999999999999999999",
            "-1",
            "KB",
            "",
            " ",
            "\u001b",
            "\uD800",
            "off"
        };
        for (int i = 0; i < 100 * COMMAND_LINES; i++) {
            StringBuilder arguments = new StringBuilder();
            int count = random.nextInt(8);
            for (int part = 0; part < count; part++) {
                arguments.append(parts[random.nextInt(parts.length)]);
            }
            try {
                AgentOptions.parse(arguments.toString());
            } catch (AgentException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
    }
}
