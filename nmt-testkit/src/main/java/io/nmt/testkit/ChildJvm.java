package io.nmt.testkit;

import io.nmt.report.render.ReportJson;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A builder of child JVMs: {@code ChildJvm.on(jdk).agent("report=stdout").run(Program.class)}. */
public final class ChildJvm {
    // Tests run in the directory of their module.
    private static final Path TEST_CLASSES = Path.of("target", "test-classes").toAbsolutePath();

    // Programs print their figures by nmt-report, and use classes of these tests. Those of nmt-core are the agent's.
    private static final String ALSO = locationOf(ReportJson.class) + File.pathSeparator + locationOf(ChildJvm.class);

    // Of commands that end soon: their compiler and collector are not what is tested, and cost more than they bring.
    private static final String WITHOUT_C2 = "-XX:TieredStopAtLevel=1";
    private static final String COLLECTOR = "-XX:+UseSerialGC";
    private static final String PATIENT = "-Dsun.tools.attach.attachTimeout=300000"; // instead of ten seconds
    private static final List<String> SHORT_LIVED = List.of(WITHOUT_C2, COLLECTOR);

    private final Jdk jdk;
    private final List<String> options = new ArrayList<>();
    private final Map<String, String> variables = new HashMap<>();
    private final List<String> launcher = new ArrayList<>();
    private String classPath = TEST_CLASSES + File.pathSeparator + ALSO;
    private File directory = directory();
    private Duration life; // null for the usual one

    private ChildJvm(Jdk jdk) {
        this.jdk = jdk;
    }

    /** A JVM of that JDK, with the test programs as its class path. */
    public static ChildJvm on(Jdk jdk) {
        return new ChildJvm(jdk);
    }

    /**
     * The same for a program that ends soon, and whose speed and compiled code are not what is tested: there C2 takes
     * more time than it saves, with a flight recording half of all. So do the threads of the JDK's collector, which
     * are there in CI ({@code -Pci}) and where the options name one.
     */
    public static ChildJvm withoutC2(Jdk jdk) {
        return on(jdk).options(WITHOUT_C2);
    }

    /**
     * A JVM that has C2 where tests try all cases ({@code -Pci}), for a program whose compiled code may matter.
     * Elsewhere it is {@link #withoutC2}.
     */
    public static ChildJvm withC2InCi(Jdk jdk) {
        return Boolean.getBoolean("nmt.thorough") ? on(jdk) : withoutC2(jdk);
    }

    /** Returns the agent's jar as it is shipped. */
    public static String agentJar() {
        return System.getProperty("nmt.agent.jar");
    }

    /** Returns the classes of the module's tests and of the programs that they start. */
    public static Path testClasses() {
        return TEST_CLASSES;
    }

    /** Returns the directory or the jar that a class comes from. */
    public static Path locationOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Adds the agent without options. */
    public ChildJvm agent() {
        return options("-javaagent:" + agentJar());
    }

    /** Adds the agent with options. */
    public ChildJvm agent(String agentOptions) {
        return options("-javaagent:" + agentJar() + "=" + agentOptions);
    }

    /** Adds JVM options. */
    public ChildJvm options(String... jvmOptions) {
        options.addAll(List.of(jvmOptions));
        return this;
    }

    /** Keeps stderr free from the JVM's own warning about code that uses {@code sun.misc.Unsafe}. */
    public ChildJvm allowUnsafe() {
        return jdk.feature() >= 24 ? options("--sun-misc-unsafe-memory-access=allow") : this;
    }

    /** Keeps stderr free from the JVM's own warning about an agent that is attached later. */
    public ChildJvm allowAttach() {
        return options("-XX:+EnableDynamicAgentLoading");
    }

    /** Opens native memory segments to programs: an incubator module in JDK 17, a preview in JDK 21. */
    public ChildJvm allowSegments() {
        if (jdk.feature() == 17) {
            options("--add-modules=jdk.incubator.foreign");
        } else if (jdk.feature() == 21) {
            options("--enable-preview");
        }
        return options("--enable-native-access=ALL-UNNAMED");
    }

    /** Replaces the class path. Its end stays: nmt-report, by which programs print their figures, and this module. */
    public ChildJvm classPath(Path... path) {
        List<String> entries = new ArrayList<>();
        for (Path entry : path) {
            entries.add(entry.toString());
        }
        entries.add(ALSO);
        classPath = String.join(File.pathSeparator, entries);
        return this;
    }

    /** Replaces the directory that the JVM starts in, the build's output. */
    public ChildJvm in(Path workingDirectory) {
        directory = workingDirectory.toFile();
        return this;
    }

    /** Adds a library that the dynamic linker loads before all others: a path, or a name that it looks up. */
    public ChildJvm preload(Path library) {
        variables.put("LD_PRELOAD", library.toString());
        return this;
    }

    /** Sets a variable of the environment. */
    public ChildJvm variable(String name, String value) {
        variables.put(name, value);
        return this;
    }

    /** Starts the JVM by another command, to which the JVM's is added. */
    public ChildJvm launchedBy(String... command) {
        launcher.addAll(List.of(command));
        return this;
    }

    /** Lets it live for longer than ten minutes. */
    public ChildJvm livesFor(Duration time) {
        life = time;
        return this;
    }

    /** Starts a program. */
    public Child start(Class<?> main, String... arguments) {
        Deadline deadline = life == null ? new Deadline() : new Deadline(life);
        return new Child(command(main, arguments), directory, variables, deadline);
    }

    /** Runs a program to its end. */
    public Outcome run(Class<?> main, String... arguments) {
        return Child.run(command(main, arguments), directory, variables);
    }

    private List<String> command(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(launcher);
        command.add(jdk.tool("java").toString());
        command.addAll(options);
        boolean anyCollector = options.stream().noneMatch(option -> option.matches("-XX:\\+Use\\w+GC"));
        if (options.contains(WITHOUT_C2) && anyCollector && !Boolean.getBoolean("nmt.thorough")) {
            command.add(COLLECTOR);
        }
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /**
     * Runs a command of the agent's jar to its end, in a JVM that runs one command after another. What the JVM itself
     * says, and what a command leaves to its exit, {@link #runAgentJarAlone} shows.
     */
    public static Outcome runAgentJar(Jdk jdk, String... arguments) {
        return CommandJvm.run(jdk, SHORT_LIVED, directory(), arguments);
    }

    /** Returns the words of an answer that advise a command on a process: they can be typed where the jar was. */
    public static String next(String command, Child child) {
        return "Next: 'java -jar " + agentJar() + " " + command + " " + child.pid() + "'";
    }

    /** Runs {@code java -jar nmt-agent.jar} to its end, in a JVM of its own. */
    public static Outcome runAgentJarAlone(Jdk jdk, String... arguments) {
        try (Child child = startAgentJar(jdk, arguments)) {
            return child.await();
        }
    }

    /** Starts {@code java -jar nmt-agent.jar}. */
    public static Child startAgentJar(Jdk jdk, String... arguments) {
        List<String> command = new ArrayList<>(List.of(jdk.tool("java").toString()));
        command.addAll(SHORT_LIVED);
        command.addAll(List.of("-jar", agentJar()));
        command.addAll(List.of(arguments));
        return startProgram(command.toArray(String[]::new));
    }

    /** Starts any program. */
    public static Child startProgram(String... command) {
        return new Child(List.of(command), directory(), Map.of());
    }

    /** Runs a command of the agent's jar that is about a process. */
    public static Outcome runCommand(Jdk jdk, String command, Child child, String... options) {
        List<String> arguments = new ArrayList<>(List.of(command, Long.toString(child.pid())));
        arguments.addAll(List.of(options));
        return runAgentJar(jdk, arguments.toArray(String[]::new));
    }

    /** Runs a program of the JDK's bin directory to its end. */
    public static Outcome runTool(Jdk jdk, String tool, String... arguments) {
        List<String> command = new ArrayList<>(List.of(jdk.tool(tool).toString()));
        if (!tool.equals("java")) {
            SHORT_LIVED.forEach(option -> command.add("-J" + option));
            command.add("-J" + PATIENT);
        }
        command.addAll(List.of(arguments));
        return Child.run(command, directory(), Map.of());
    }

    /** The directory of the build's output, where processes leave their files. */
    private static File directory() {
        return TEST_CLASSES.getParent().toFile();
    }
}
