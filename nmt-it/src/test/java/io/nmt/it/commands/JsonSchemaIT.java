package io.nmt.it.commands;

import static io.nmt.testkit.ChildJvm.runCommand;
import static io.nmt.testkit.JsonSchemas.assertValid;

import io.nmt.it.programs.NativeHandles;
import io.nmt.it.programs.Steady;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The output of {@code --json} is as {@code docs/json.schema.json} says, and has no field more. */
class JsonSchemaIT {
    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void ofAProcess(Jdk jdk) throws IOException {
        Path recording = directory.resolve("live.jfr");
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .allowAttach()
                .agent("sample=1")
                .options("-XX:StartFlightRecording=filename=" + recording)
                .start(Steady.class)) {
            child.awaitLine("ready");
            assertValid("baseline", runJson(jdk, child, "baseline"));
            child.say("hold");
            child.awaitLineWith("figures holding");
            assertValid("explain", runJson(jdk, child, "explain"));
            assertValid("summary", runJson(jdk, child, "summary"));
            assertValid("sites", runJson(jdk, child, "sites"));
            assertValid("leaks", runJson(jdk, child, "leaks", "--age", "0"));
            assertValid("diff", runJson(jdk, child, "diff"));
            assertValid("rss", runJson(jdk, child, "rss", "--advise", "--arenas"));
            assertValid("handles", runJson(jdk, child, "handles"));
            assertValid("threads", runJson(jdk, child, "threads"));
            assertValid("loaders", runJson(jdk, child, "loaders"));
            assertValid("jvm", runJson(jdk, child, "jvm"));
            assertValid("pools", runJson(jdk, child, "pools"));
            assertValid("history", runJson(jdk, child, "history"));
            assertValid("unreachable", runJson(jdk, child, "unreachable"));
            assertValid(
                    "list",
                    ChildJvm.runAgentJar(jdk, "list", "--json").expectSuccess().out());
            child.say("finish");
            child.await().expectSuccess();
        }
        String file = recording.toString();
        assertValid(
                "report",
                ChildJvm.runAgentJar(jdk, "report", "--json", file)
                        .expectSuccess()
                        .out());
        assertValid(
                "compare",
                ChildJvm.runAgentJar(jdk, "compare", "--json", file, file)
                        .expectSuccess()
                        .out());
    }

    @OnOneJdk
    void ofAProcessWithNativeHandles(Jdk jdk) throws IOException {
        String before = directory.resolve("before.jfr").toString();
        String file = directory.resolve("handles.jfr").toString();
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowAttach()
                .agent("handles=" + NativeHandles.class.getName() + "$Handle#close")
                .options("-XX:StartFlightRecording:name=handles,filename=" + file)
                .start(NativeHandles.class)) {
            child.awaitLine("ready");
            runCommand(jdk, "baseline", child).expectExit(0);
            ChildJvm.runTool(jdk, "jcmd", Long.toString(child.pid()), "JFR.dump", "name=handles", "filename=" + before)
                    .expectExit(0);
            child.say("go");
            child.awaitLine("made");
            for (String command : new String[] {"handles", "leaks", "diff", "rss"}) {
                assertValid(command, runJson(jdk, child, command));
            }
            child.say("more");
            child.awaitLine("many");
            child.say("finish");
            child.await().expectExit(0);
        }
        assertValid(
                "report",
                ChildJvm.runAgentJar(jdk, "report", "--json", file)
                        .expectSuccess()
                        .out());
        assertValid(
                "compare",
                ChildJvm.runAgentJar(jdk, "compare", "--json", before, file)
                        .expectSuccess()
                        .out());
    }

    /** Then there is more to tell. */
    @OnOneJdk
    void ofAProcessThatIsAttachedToLate(Jdk jdk) throws IOException {
        try (Child child = ChildJvm.withoutC2(jdk).allowUnsafe().allowAttach().start(Steady.class)) {
            child.awaitLine("ready");
            assertValid("summary", runJson(jdk, child, "summary"));
            assertValid("leaks", runJson(jdk, child, "leaks"));
        }
    }

    private static String runJson(Jdk jdk, Child child, String command, String... options) {
        String[] all = new String[options.length + 1];
        System.arraycopy(options, 0, all, 0, options.length);
        all[options.length] = "--json";
        return runCommand(jdk, command, child, all).expectExit(0).out();
    }
}
