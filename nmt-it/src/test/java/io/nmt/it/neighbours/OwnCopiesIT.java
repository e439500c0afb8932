package io.nmt.it.neighbours;

import static io.nmt.testkit.ChildJvm.locationOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import io.nmt.core.NativeMemory;
import io.nmt.it.programs.EventsLibrary;
import io.nmt.jfr.NativeMemoryEvents;
import io.nmt.report.render.ReportJson;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.Recording;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent beside an application that has some of its modules on the class path: each event is recorded once. */
class OwnCopiesIT {
    private static final String SAMPLE = "nmt.NativeAllocationSample";
    private static final String TRACKING = "nmt.NativeMemoryTracking";

    private static final Path CORE = locationOf(NativeMemory.class);
    private static final Path REPORT = locationOf(ReportJson.class);
    private static final Path JFR = locationOf(NativeMemoryEvents.class);

    private static final String LATE =
            "nmt: a recording ends without a last reading of resident memory: it needs more than";

    @TempDir
    private Path directory;

    /** Other names would come from the class path: from the application's own copies, if it has them. */
    @Test
    void allButTheCoreIsNamedAsTheAgents() throws IOException {
        try (ZipFile jar = new ZipFile(ChildJvm.agentJar())) {
            assertThat(jar.stream()
                            .filter(entry -> !entry.isDirectory())
                            .map(ZipEntry::getName)
                            .filter(name -> name.endsWith(".class") || name.startsWith("io/nmt/")))
                    .isNotEmpty()
                    .allMatch(name -> name.startsWith("io/nmt/agent/")
                            || name.startsWith("io/nmt/core/")
                            || name.startsWith("io/nmt/demo/") // run as an application only
                            || name.matches("META-INF/versions/\\d+/io/nmt/(agent|core)/.*"));
        }
    }

    @OnOldestAndNewestJdk
    void anApplicationWithoutOurs(Jdk jdk) throws IOException {
        assertEventsOnce(jdk, "leave");
    }

    @OnOldestAndNewestJdk
    void anApplicationThatRegistersTheSameEvents(Jdk jdk) throws IOException {
        assertEventsOnce(jdk, "register", CORE, REPORT, JFR);
    }

    @OnOldestAndNewestJdk
    void anApplicationWithTheEventsAndNoReports(Jdk jdk) throws IOException {
        assertEventsOnce(jdk, "register", JFR);
    }

    @OnOldestAndNewestJdk
    void anApplicationWithAnotherVersionOfTheEvents(Jdk jdk) throws IOException {
        assertEventsOnce(jdk, "register", anotherVersion(), CORE, REPORT, JFR);
    }

    /** Its listener is JFR's first, but the agent's commands and evidence need the agent's own copy to emit. */
    @OnOneJdk
    void anApplicationThatHasRegisteredBeforeTheAgentIsAttached(Jdk jdk) throws Exception {
        Path file = directory.resolve("late.jfr");
        List<String> command = new ArrayList<>(command(jdk, List.of(CORE, REPORT, JFR), "register", file.toString()));
        command.addAll(1, List.of("-XX:+EnableDynamicAgentLoading", "-Xlog:class+load:file=" + directory + "/loaded"));
        try (Child child = ChildJvm.startProgram(command.toArray(String[]::new))) {
            child.awaitLine("ready");
            VirtualMachine jvm = VirtualMachine.attach(Long.toString(child.pid()));
            try {
                jvm.loadAgent(ChildJvm.agentJar(), "sample=1");
            } finally {
                jvm.detach();
            }
            child.say("attached");
            assertSilent(child.await());
        }

        assertOnce(file);
        assertThat(Files.readString(directory.resolve("loaded")))
                .contains(" io.nmt.jfr.NativeMemoryEvents ", " io.nmt.agent.jfr.NativeMemoryUsage ")
                .doesNotContain(" io.nmt.jfr.NativeMemoryUsage ");
    }

    @OnOneJdk
    void anApplicationsOwnEventsWhereTheAgentHasNone(Jdk jdk) throws IOException {
        Path file = directory.resolve("library.jfr");

        assertSilent(run(jdk, agent("jfr=false,sample=1", file), "register", CORE, REPORT, JFR));

        assertOnce(file);
    }

    @OnOneJdk
    void anApplicationsOwnEventsWithoutTheAgent(Jdk jdk) throws IOException {
        Path file = directory.resolve("alone.jfr");

        assertSilent(run(jdk, List.of(recordingTo(file)), "register", CORE, REPORT, JFR));

        assertThat(Recording.read(file).events(TRACKING)).isNotEmpty();
    }

    private void assertEventsOnce(Jdk jdk, String registers, Path... ours) throws IOException {
        Path file = directory.resolve("recorded.jfr");
        assertSilent(run(jdk, agent("sample=1", file), registers, ours));
        assertOnce(file);
    }

    private static void assertOnce(Path file) throws IOException {
        try (RecordingFile in = new RecordingFile(file)) {
            assertThat(in.readEventTypes().stream().map(EventType::getName).filter(name -> name.startsWith("nmt.")))
                    .contains(SAMPLE, TRACKING)
                    .doesNotHaveDuplicates();
        }
        Recording recording = Recording.read(file);
        assertThat(recording.expectConsistentEmissions()).isPositive();
        List<RecordedEvent> samples = recording.events(SAMPLE).stream()
                .filter(sample -> sample.getLong("size") == EventsLibrary.BYTES)
                .toList();
        assertThat(samples)
                .singleElement()
                .satisfies(sample -> assertThat(sample.getString("type")).isEqualTo("Unsafe"));
    }

    /** A JVM that gets no processor at its end may say so. */
    private static void assertSilent(Outcome outcome) {
        assertThat(outcome.expectExit(0).err().lines().filter(line -> !line.startsWith(LATE)))
                .as(outcome::toString)
                .noneMatch(line -> line.contains("nmt"));
    }

    private static List<String> agent(String options, Path file) {
        return List.of("-javaagent:" + ChildJvm.agentJar() + "=" + options, recordingTo(file));
    }

    private static String recordingTo(Path file) {
        return "-XX:StartFlightRecording:filename=" + file;
    }

    private static Outcome run(Jdk jdk, List<String> options, String registers, Path... ours) {
        List<String> command = new ArrayList<>(command(jdk, List.of(ours), registers));
        command.addAll(1, options);
        try (Child child = ChildJvm.startProgram(command.toArray(String[]::new))) {
            return child.await();
        }
    }

    /** Not by ChildJvm, whose programs have nmt-report on their class path. */
    private static List<String> command(Jdk jdk, List<Path> ours, String... arguments) {
        List<String> command = new ArrayList<>(List.of(jdk.tool("java").toString(), "-XX:TieredStopAtLevel=1"));
        if (jdk.feature() >= 24) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        String classPath = Stream.concat(ours.stream(), Stream.of(ChildJvm.testClasses()))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        command.addAll(List.of("-cp", classPath, EventsLibrary.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Returns a directory with a class of nmt-jfr that has a method less: before nmt-jfr, it hides the original. */
    private Path anotherVersion() throws IOException {
        String name = NativeMemoryEvents.class.getName().replace('.', '/') + ".class";
        ClassWriter writer = new ClassWriter(0);
        try (InputStream in = NativeMemoryEvents.class.getResourceAsStream("/" + name)) {
            ClassVisitor without = new ClassVisitor(Opcodes.ASM9, writer) {
                @Override
                public MethodVisitor visitMethod(
                        int access, String method, String descriptor, String signature, String[] exceptions) {
                    return method.equals("addEvents")
                            ? null
                            : super.visitMethod(access, method, descriptor, signature, exceptions);
                }
            };
            new ClassReader(in).accept(without, 0);
        }
        Path file = directory.resolve("another").resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, writer.toByteArray());
        return directory.resolve("another");
    }
}
