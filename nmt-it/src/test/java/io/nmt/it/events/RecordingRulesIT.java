package io.nmt.it.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Holder;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.RuleRegistry;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/** The results of JDK Mission Control's rules on a recording do not get worse with the agent. */
class RecordingRulesIT {
    /**
     * Those that do not depend on how busy the machine is. "Errors" counts also what the JVM throws and catches while
     * it links the first method handle of a shape.
     */
    private static final List<String> RULES = List.of(
            "Errors",
            "Exceptions",
            "Fatal Errors",
            "BufferLost",
            "BytecodeVerification",
            "DiscouragedVmOptions",
            "DuplicateFlags",
            "Options",
            "StackdepthSetting",
            "FlightRecordingSupport",
            "OverAggressiveRecordingSetting",
            "PasswordsInArguments",
            "PasswordsInSystemProperties",
            "SystemGc",
            "HeapInspectionGc");

    @TempDir
    private Path directory;

    @OnOldestAndNewestJdk
    void withTheAgentAndWithout(Jdk jdk) throws Exception {
        Path without = record(ChildJvm.withoutC2(jdk), directory.resolve("without.jfr"));
        Path with = record(ChildJvm.withoutC2(jdk).agent("sample=1"), directory.resolve("with.jfr"));

        assertThat(errorsOfTheAgent(with)).isEmpty();
        Map<String, Severity> expected = severities(without);
        Map<String, Severity> found = severities(with);
        assertThat(found).as("rules").isNotEmpty();
        found.forEach((rule, severity) -> assertThat(severity.getLimit())
                .as(rule)
                .isLessThanOrEqualTo(
                        Math.max(Severity.OK.getLimit(), expected.get(rule).getLimit())));
    }

    private static Path record(ChildJvm jvm, Path file) {
        jvm.allowUnsafe()
                .options("-XX:StartFlightRecording:filename=" + file)
                .run(Holder.class, "return")
                .expectExit(0);
        return file;
    }

    /**
     * But for what the JDK throws while it makes the platform's MBean server, for the agent or the application, and
     * while it links the code that reads resident memory, or the history's figures where the machine is so slow that
     * they are read: on threads of their own.
     */
    private static List<String> errorsOfTheAgent(Path file) throws IOException {
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("jdk.JavaErrorThrow"))
                .filter(event -> methods(event)
                                .anyMatch(method -> method.matches("io\\.nmt\\.(core|jfr|agent\\.instrument)\\..*"))
                        && methods(event).noneMatch(method -> method.endsWith(".getPlatformMBeanServer"))
                        && !List.of("nmt resident memory", "nmt-history")
                                .contains(event.getThread().getJavaName()))
                .map(RecordedEvent::toString)
                .toList();
    }

    private static Stream<String> methods(RecordedEvent event) {
        return event.getStackTrace() == null
                ? Stream.empty()
                : event.getStackTrace().getFrames().stream()
                        .map(RecordedFrame::getMethod)
                        .map(method -> method.getType().getName() + "." + method.getName());
    }

    private static Map<String, Severity> severities(Path file) throws Exception {
        Map<IRule, Future<IResult>> results = RulesToolkit.evaluateParallel(
                RuleRegistry.getRules(), JfrLoaderToolkit.loadEvents(file.toFile()), null, 1);
        Map<String, Severity> severities = new TreeMap<>();
        for (Map.Entry<IRule, Future<IResult>> entry : results.entrySet()) {
            if (RULES.contains(entry.getKey().getId())) {
                severities.put(entry.getKey().getId(), entry.getValue().get().getSeverity());
            }
        }
        return severities;
    }
}
