package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import jdk.jfr.Configuration;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import jdk.jfr.consumer.RecordingStream;

/** Makes recordings in all the ways in which a program or a command can, and tells which of our events each has. */
public final class RecordingKinds {
    private static final int SAMPLED_BLOCK = 1 << 20;

    private RecordingKinds() {}

    @Name("app.Order")
    static final class Order extends Event {
        String message = "x";
    }

    public static void main(String[] arguments) throws Exception {
        Path smallSettings = Path.of(arguments[0]);
        tell("one event of the program's", events(new Recording(), false));
        ownStream();

        Recording named = new Recording();
        named.enable("nmt.NativeMemoryUsageTotal");
        tell("one of ours by name", events(named, false));

        Recording disabling = new Recording();
        disabling.disable("nmt.NativeMemoryUsageTotal");
        tell("one of ours disabled", events(disabling, false));

        tell("configuration", events(new Recording(Configuration.getConfiguration("default")), true));
        Recording without = new Recording(Configuration.getConfiguration("default"));
        without.disable("nmt.NativeMemoryUsage");
        without.disable("nmt.ResidentMemory");
        tell("configuration without two", events(without, true));
        streamOfConfiguration();

        tell("command", commanded("name=a"));
        tell("command without settings", commanded("name=b", "settings=none"));
        tell("command with few settings", commanded("name=c", "settings=" + smallSettings));
        tell("program with few settings", events(new Recording(Configuration.create(smallSettings)), false));
        bothAtOnce();
    }

    private static void tell(String kind, Set<String> events) {
        Talk.say(kind + ": " + events);
    }

    private static Set<String> events(Recording recording, boolean jdkEvents) throws IOException {
        Path file = Files.createTempFile("kind", ".jfr");
        try (recording) {
            if (!jdkEvents) {
                recording.enable("jdk.JavaMonitorWait");
            }
            recording.start();
            UNSAFE.freeMemory(UNSAFE.allocateMemory(SAMPLED_BLOCK));
            new Order().commit();
            recording.stop();
            recording.dump(file);
        }
        return read(file, Instant.MIN);
    }

    private static Set<String> read(Path file, Instant after) throws IOException {
        Set<String> names = new TreeSet<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            String name = event.getEventType().getName();
            // The history's point comes by the clock: into whichever recording is running.
            boolean ofHistory = name.equals("nmt.ProcessMemory");
            if (name.startsWith("nmt.") && !ofHistory && event.getStartTime().isAfter(after)) {
                names.add(name.substring("nmt.".length()));
            }
        }
        Files.delete(file);
        return names;
    }

    /** Every event of it must have the field that the program's have. */
    private static void ownStream() throws InterruptedException {
        CountDownLatch orders = new CountDownLatch(15); // for longer than our period of a second
        Set<String> others = new TreeSet<>();
        try (RecordingStream stream = new RecordingStream()) {
            stream.onEvent(event -> {
                if (event.hasField("message")) {
                    orders.countDown();
                } else {
                    others.add(event.getEventType().getName());
                }
            });
            stream.startAsync();
            while (!orders.await(100, TimeUnit.MILLISECONDS)) {
                new Order().commit();
            }
        }
        tell("stream", others);
    }

    private static void streamOfConfiguration() throws Exception {
        CountDownLatch totals = new CountDownLatch(2);
        try (RecordingStream stream = new RecordingStream(Configuration.getConfiguration("default"))) {
            stream.onEvent("nmt.NativeMemoryUsageTotal", event -> totals.countDown());
            stream.startAsync();
            totals.await();
        }
        Talk.say("stream of configuration: two totals");
    }

    private static Set<String> commanded(String... options) throws Exception {
        Path file = Files.createTempFile("commanded", ".jfr");
        command("jfrStart", options);
        UNSAFE.freeMemory(UNSAFE.allocateMemory(SAMPLED_BLOCK));
        command("jfrStop", options[0], "filename=" + file);
        return read(file, Instant.MIN);
    }

    private static void command(String operation, String... options) throws Exception {
        ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        operation,
                        new Object[] {options},
                        new String[] {String[].class.getName()});
    }

    /**
     * While a whole configuration runs, the program's own recording has our events as it has the JDK's; then no more.
     */
    private static void bothAtOnce() throws Exception {
        Path file = Files.createTempFile("own", ".jfr");
        Instant stopped;
        try (Recording own = new Recording();
                Recording whole = new Recording(Configuration.getConfiguration("default"))) {
            own.enable("jdk.JavaMonitorWait");
            own.start();
            whole.start();
            Path ofWhole = Files.createTempFile("whole", ".jfr");
            whole.stop();
            stopped = whole.getStopTime();
            whole.dump(ofWhole);
            Set<String> events = read(ofWhole, Instant.MIN);
            // Of JFR's own work with files.
            events.removeIf(name -> name.endsWith("Sample"));
            tell("whole beside own", events);
            UNSAFE.freeMemory(UNSAFE.allocateMemory(SAMPLED_BLOCK));
            own.stop();
            own.dump(file);
        }
        tell("own after whole", read(file, stopped));
    }
}
