package io.nmt.cli.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nmt.agent.commands.FixedAnswers;
import io.nmt.agent.golden.Fixed;
import io.nmt.agent.golden.Golden;
import io.nmt.agent.golden.InUtc;
import io.nmt.agent.golden.JvmMemory;
import io.nmt.agent.golden.Loaders;
import io.nmt.agent.golden.NamedScopes;
import io.nmt.agent.golden.Situation;
import io.nmt.agent.golden.Situations;
import io.nmt.agent.golden.Threads;
import io.nmt.agent.golden.Wire;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.cli.export.LiveSites;
import io.nmt.cli.export.Otlp;
import io.nmt.cli.export.Pprof;
import io.nmt.cli.export.Profile;
import io.nmt.cli.export.ProfileFormat;
import io.nmt.cli.export.Speedscope;
import io.nmt.cli.json.ReportReader;
import io.nmt.cli.terminal.Display;
import io.nmt.cli.terminal.Width;
import io.nmt.cli.terminal.WrappedText;
import io.nmt.core.model.Scale;
import io.nmt.report.document.Report;
import io.nmt.report.document.StatementText;
import io.nmt.report.model.JvmReading;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.ThreadReading;
import io.nmt.report.page.flamegraph.FlamePage;
import io.nmt.report.page.flamegraph.StackBytes;
import io.nmt.report.past.History;
import io.nmt.report.render.ReportText;
import io.nmt.report.render.TextSpace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands on a process: text as a pipe gets it and on terminals of 80 and 200 columns, and JSON. */
@ExtendWith(InUtc.class)
class LiveGoldenTest {
    /** The largest answer; points of the history of the others are not kept: they are many. */
    private static final String LARGEST = "two-leaks";

    /** Commands with all their options but --json; of each the text. */
    private static final String[][] TEXTS = {
        {"summary"},
        {"summary", "scale=B"},
        {"summary", "sort=name", "top=1"},
        {"sites"},
        {"sites", "scale=B", "sort=age"},
        {"sites", "stacks", "top=3"},
        {"leaks"},
        {"leaks", "scale=B", "sort=size"},
        {"leaks", "stacks"},
        {"rss"},
        {"rss", "scale=B"},
        {"rss", "advise"},
        {"rss", "arenas"},
        {"rss", "watcher=1"},
        {"handles"},
        {"handles", "stacks", "age=60"},
        {"pools"},
        {"pools", "scale=B", "stacks"},
        {"history"},
        {"history", "scale=B"},
        {"history", "category=Direct Buffer", "top=1"},
        {"history", "csv"},
        {"stacks"},
        {"stacks", "blocks"},
        {"exit"},
    };

    private static final String[] WITH_JSON = {
        "summary", "baseline", "sites", "leaks", "rss", "handles", "pools", "history"
    };

    private static Stream<Situation> situations() {
        return Situations.all().stream();
    }

    @ParameterizedTest
    @MethodSource("situations")
    void texts(Situation process) {
        for (String[] command : TEXTS) {
            if (List.of(command).contains("csv") && !process.name().equals(LARGEST)) {
                continue;
            }
            String answer = typed(FixedAnswers.of(process, command[0], options(command)));
            String name = "live/" + process + "/" + nameOf(command);
            Golden.check(name + ".txt", answer);
            boolean forScripts = List.of(command).contains("csv") || command[0].equals("stacks");
            if (!forScripts && process.name().equals(LARGEST) && !command[0].equals("exit")) {
                Golden.check(name + ".80.txt", shown(document(process, command), 80, command));
                Golden.check(name + ".200.txt", shown(document(process, command), 200, command));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("situations")
    void json(Situation process) {
        for (String command : WITH_JSON) {
            if (command.equals("history") && !process.name().equals(LARGEST)) {
                continue;
            }
            String[] options =
                    command.equals("rss") ? new String[] {"json", "advise", "arenas"} : new String[] {"json"};
            Golden.checkJson("live/" + process + "/" + command + ".json", FixedAnswers.of(process, command, options));
        }
    }

    /** Not of a late attach, of which the answer tells the time until now. */
    @Test
    void unreachable() {
        for (Situation process : List.of(Situations.quiet(), Situations.twoLeaks())) {
            String name = "live/" + process + "/unreachable";
            Golden.check(name + ".txt", typed(FixedAnswers.of(process, "unreachable")));
            Golden.check(name + "-scale-b.txt", typed(FixedAnswers.of(process, "unreachable", "scale=B")));
            Golden.checkJson(name + ".json", FixedAnswers.of(process, "unreachable", "json"));
        }
    }

    @Test
    void threads() throws CommandException {
        Map<String, ThreadReading> readings = Map.of("leaking", Threads.leaking(), "quiet", Threads.quiet());
        for (Map.Entry<String, ThreadReading> each : readings.entrySet()) {
            String name = "live/threads/" + each.getKey();
            String answer = typed(FixedAnswers.threads(each.getValue()));
            Golden.check(name + ".txt", answer);
            String document = FixedAnswers.threads(each.getValue(), Request.DOCUMENT);
            Golden.check(name + ".80.txt", shown(document, 80, "threads"));
            Golden.check(name + "-stacks.txt", typed(FixedAnswers.threads(each.getValue(), "stacks", "top=2")));
            Golden.checkJson(name + ".json", FixedAnswers.threads(each.getValue(), "json"));
        }
    }

    @Test
    void madeUntilAWhileAgo() throws CommandException {
        Golden.check("live/threads/stopped.txt", typed(FixedAnswers.threads(Threads.stopped())));
        Golden.checkJson("live/threads/stopped.json", FixedAnswers.threads(Threads.stopped(), "json"));
        Golden.check("live/loaders/stopped.txt", typed(FixedAnswers.loaders(Loaders.stopped())));
        Golden.checkJson("live/loaders/stopped.json", FixedAnswers.loaders(Loaders.stopped(), "json"));
    }

    @Test
    void loaders() throws CommandException {
        Map<String, LoaderReading> readings = Map.of("leaking", Loaders.leaking(), "quiet", Loaders.quiet());
        for (Map.Entry<String, LoaderReading> each : readings.entrySet()) {
            String name = "live/loaders/" + each.getKey();
            String answer = typed(FixedAnswers.loaders(each.getValue()));
            Golden.check(name + ".txt", answer);
            String document = FixedAnswers.loaders(each.getValue(), Request.DOCUMENT);
            Golden.check(name + ".80.txt", shown(document, 80, "loaders"));
            Golden.check(name + "-stacks.txt", typed(FixedAnswers.loaders(each.getValue(), "stacks", "top=2")));
            Golden.checkJson(name + ".json", FixedAnswers.loaders(each.getValue(), "json"));
        }
    }

    @Test
    void jvm() throws CommandException {
        Map<String, JvmReading> readings = Map.of("growing", JvmMemory.growing(), "quiet", JvmMemory.quiet());
        for (Map.Entry<String, JvmReading> each : readings.entrySet()) {
            String name = "live/jvm/" + each.getKey();
            JvmReading reading = each.getValue();
            History past = reading.strings() == null
                    ? JvmMemory.quietPast().history()
                    : JvmMemory.past().history();
            Golden.check(name + ".txt", typed(FixedAnswers.jvm(reading, past)));
            String document = FixedAnswers.jvm(reading, past, "top=2", Request.DOCUMENT);
            Golden.check(name + ".80.txt", shown(document, 80, "jvm"));
            Golden.checkJson(name + ".json", FixedAnswers.jvm(reading, past, "json"));
        }
    }

    @Test
    void scopes() throws CommandException {
        String name = "live/scopes/";
        Golden.check(name + "by-scope.txt", typed(FixedAnswers.scopes(NamedScopes.tenants(), "by=scope")));
        String document = FixedAnswers.scopes(NamedScopes.tenants(), "by=scope", Request.DOCUMENT);
        Golden.check(name + "by-scope.80.txt", shown(document, 80, "sites"));
        Golden.check(
                name + "by-tenant.txt",
                typed(FixedAnswers.scopes(NamedScopes.tenants(), "by=tenant", "scale=KB", "sort=count", "top=2")));
        Golden.check(name + "none.txt", typed(FixedAnswers.scopes(List.of(), "by=scope")));
        Golden.checkJson(name + "by-scope.json", FixedAnswers.scopes(NamedScopes.tenants(), "by=scope", "json"));
        assertThatThrownBy(() -> FixedAnswers.scopes(NamedScopes.tenants(), "by=colour"))
                .isInstanceOf(CommandException.class)
                .hasMessage("'colour' is not a value of the option by; allowed: job, request, tenant, scope");
    }

    @Test
    void trim() {
        for (Situation process : List.of(Situations.quiet(), Situations.nearLimit())) {
            String name = "live/" + process + "/rss-trim";
            Golden.check(name + ".txt", typed(FixedAnswers.of(process, "trim")));
            Golden.checkJson(name + ".json", FixedAnswers.of(process, "trim", "json"));
        }
    }

    @Test
    void diff() {
        check("diff-grown", Situations.quiet(), Situations.twoLeaks());
        check("diff-shrunk", Situations.nearLimit(), Situations.quiet());
        check("diff-same", Situations.quiet(), Situations.quiet());
        check("diff-lost", Situations.quiet(), Situations.lost());
    }

    /** The text of the command line, which reads what the process sends, is the text that the process itself writes. */
    @ParameterizedTest
    @MethodSource("situations")
    void documents(Situation process) {
        int documents = 0;
        for (String[] command : TEXTS) {
            String[] options = options(command);
            String said = document(process, command);
            if (said.startsWith("{")) {
                Report report = ReportReader.read(said);
                assertThat(ReportText.of(report, scale(options)))
                        .isEqualTo(FixedAnswers.of(process, command[0], options));
                documents++;
            }
        }
        assertThat(documents).isPositive();
    }

    private static String document(Situation process, String... command) {
        String[] asked = Arrays.copyOfRange(command, 1, command.length + 1);
        asked[command.length - 1] = Request.DOCUMENT;
        return FixedAnswers.of(process, command[0], asked);
    }

    private static Scale scale(String... options) {
        return List.of(options).contains("scale=B") ? Scale.B : null;
    }

    /** As a terminal of so many columns shows it. */
    private static String shown(String document, int columns, String... command) {
        int leastNameColumns = command[0].equals("history") ? 12 : TextSpace.LEAST_NAME_COLUMNS;
        TextSpace space = new TextSpace(columns, 0, leastNameColumns, Width.LETTERS);
        String text = !document.startsWith("{")
                ? document
                : ReportText.of(ReportReader.read(document), scale(options(command)), null, space);
        return WrappedText.of(typed(text), columns);
    }

    private static void check(String name, Situation before, Situation after) {
        String text = typed(FixedAnswers.diff(before, after));
        Golden.check("live/" + name + ".txt", text);
        Golden.check("live/" + name + "-scale-b.txt", typed(FixedAnswers.diff(before, after, "scale=B")));
        String document = FixedAnswers.diff(before, after, Request.DOCUMENT);
        Golden.check("live/" + name + ".80.txt", shown(document, 80, "diff"));
        Golden.checkJson("live/" + name + ".json", FixedAnswers.diff(before, after, "json"));
    }

    /** Titles in bold, and suspects in red. */
    @Test
    void colors() {
        String text = Display.withColoredTitles(FixedAnswers.of(Situations.twoLeaks(), "leaks"));
        Golden.check("live/two-leaks/leaks.color.txt", text.replace("\u001b", "ESC"));
    }

    @ParameterizedTest
    @MethodSource("situations")
    void page(Situation process) {
        Golden.checkPage("live/" + process + "/page.json", FixedAnswers.page(process));
    }

    /** As {@code export PID} and {@code flamegraph PID} make them of what the process tells. */
    @Test
    void profiles() throws IOException {
        Situation process = Situations.twoLeaks();
        String name = "com.acme.Main (process 4711)";
        Profile profile = LiveSites.read(name, Fixed.NOW, FixedAnswers.of(process, "sites", "json", "top=0"));
        Golden.checkJson("live/two-leaks/speedscope.json", new String(bytes(profile, new Speedscope()), UTF_8));
        Golden.check("live/two-leaks/otlp.txt", Wire.text(bytes(profile, new Otlp())));
        byte[] pprof = bytes(profile, new Pprof());
        Golden.check(
                "live/two-leaks/pprof.txt",
                Wire.text(new GZIPInputStream(new ByteArrayInputStream(pprof)).readAllBytes()));
        String page = FlamePage.of(
                "Live native memory: " + name,
                process.sites().stream().map(StackBytes::of).toList());
        String begin = "type=\"application/json\">";
        int from = page.indexOf(begin) + begin.length();
        Golden.checkJson("live/two-leaks/flamegraph.json", page.substring(from, page.indexOf("</script>", from)));
    }

    private static byte[] bytes(Profile profile, ProfileFormat format) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        format.write(profile, out);
        return out.toByteArray();
    }

    private static String typed(String answer) {
        return StatementText.typed(answer, Fixed.PID);
    }

    private static String[] options(String... command) {
        return Arrays.copyOfRange(command, 1, command.length);
    }

    private static String nameOf(String... command) {
        List<String> words = new ArrayList<>();
        for (String word : command) {
            words.add(word.replace('=', '-').replace(' ', '-').toLowerCase(Locale.ROOT));
        }
        return String.join("-", words);
    }
}
