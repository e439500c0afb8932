package io.nmt.others;

import io.nmt.testkit.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One row of the matrix: an agent, its options, and the proof that it did its own work.
 *
 * @param name of its rows in the tests' names
 * @param jar file name below the directory of agents, or the path of a native library below it
 * @param argument what follows {@code =}; empty for none; {@code @} is the run's directory, {@code %} the agents',
 *     {@code #} a port
 * @param jvmOptions its system properties, and options of the JVM that it needs, with {@code #} as well
 * @param question a command of {@link io.nmt.others.programs.Proof} that it answers, or empty
 * @param proof text that the JVM's output has, or a file {@code file:NAME} that is not empty at the end
 * @param newestJdk the newest JDK that it runs on when it is alone
 * @param often whether it is in every run of the tests, not only in the whole matrix
 */
record OtherAgent(
        String name,
        String jar,
        String argument,
        List<String> jvmOptions,
        String question,
        String proof,
        int newestJdk,
        boolean often) {
    private static final Path DIRECTORY = Path.of(System.getProperty("nmt.agents", "target/agents"));
    private static final int ANY_JDK = Integer.MAX_VALUE;

    static List<OtherAgent> all() {
        List<OtherAgent> all = new ArrayList<>();
        all.add(often(
                "OpenTelemetry",
                "opentelemetry-javaagent.jar",
                "LoggingSpanExporter - 'GET /hello'",
                "-Dotel.traces.exporter=console",
                "-Dotel.metrics.exporter=none",
                "-Dotel.logs.exporter=none"));
        all.add(often("JaCoCo", "org.jacoco.agent-runtime.jar", "file:jacoco.exec")
                .with("destfile=@/jacoco.exec"));
        all.add(often(
                        "BlockHound",
                        "blockhound.jar",
                        "proof: reactor.blockhound.BlockingOperationError: Blocking call!")
                .with("-XX:+AllowRedefinitionToAddDeleteMethods", "-XX:+IgnoreUnrecognizedVMOptions")
                .asked("blockhound"));
        all.add(of(
                "Datadog",
                "dd-java-agent.jar",
                "\"resource\":\"GET /hello\"",
                "-Ddd.writer.type=LoggingWriter",
                "-Ddd.instrumentation.telemetry.enabled=false",
                "-Ddd.remote_config.enabled=false"));
        all.add(of(
                "Elastic",
                "elastic-apm-agent.jar",
                "Tracer switched to RUNNING state",
                "-Delastic.apm.log_level=INFO"));
        // Alone on JDK 25 it says nothing and does nothing.
        all.add(of(
                        "New Relic",
                        "newrelic-agent.jar",
                        "has started",
                        "-Dnewrelic.config.license_key=abcdefabcdefabcdefabcdefabcdefabcdefabcd",
                        "-Dnewrelic.config.app_name=held",
                        "-Dnewrelic.config.log_file_name=STDOUT")
                .upTo(24));
        all.add(of(
                "Glowroot",
                "glowroot-agent.jar",
                "Glowroot version",
                "-Dglowroot.collector.address=127.0.0.1:9",
                "-Dglowroot.tmp.dir=@")); // which it locks
        all.add(of("AspectJ", "aspectjweaver.jar", "aspect: requested"));
        all.add(of("HotswapAgent", "hotswap-agent.jar", "Loading Hotswap agent"));
        all.add(of("Pyroscope", "pyroscope.jar", "Profiling started", "-Dpyroscope.server.address=http://127.0.0.1:9"));
        all.add(of("jmx_exporter", "jmx_prometheus_javaagent.jar", "proof: true", "-Dheld.port=#")
                .with("#:@/jmx.yml")
                .asked("jmx_exporter"));
        all.add(of("Jolokia", "jolokia-agent-jvm-javaagent.jar", "started with URL")
                .with("port=0"));
        all.add(of("jamm", "jamm.jar", "proof: 1000016").asked("jamm"));
        all.add(of("Mockito", "mockito-core.jar", "proof: mocked").asked("mockito"));
        all.add(of("coroutines", "kotlinx-coroutines-core-jvm.jar", "proof: true")
                .asked("coroutines"));
        all.add(of("async-profiler", "async-profiler/linux-x64/libasyncProfiler.so", "file:profile.jfr")
                .with("start,event=itimer,alloc=64k,file=@/profile.jfr"));
        all.add(of("async-profiler, nativemem", "async-profiler/linux-x64/libasyncProfiler.so", "file:native.jfr")
                .with("start,nativemem=64k,file=@/native.jfr"));
        all.add(of("arthas", "arthas/arthas-agent.jar", "proof: true", "-Dheld.port=#")
                .with("%/arthas/arthas-core.jar;telnetPort=#;httpPort=-1;ip=127.0.0.1")
                .asked("arthas"));
        return all;
    }

    /** Returns those that the build asks for: {@code few}, {@code all}, or names with commas between them. */
    static Stream<OtherAgent> wanted() {
        String wanted = System.getProperty("nmt.others", "few");
        return all().stream().filter(agent -> switch (wanted) {
            case "all" -> true;
            case "few" -> agent.often;
            default -> List.of(wanted.split(",")).contains(agent.name);
        });
    }

    private static OtherAgent of(String name, String jar, String proof, String... jvmOptions) {
        return new OtherAgent(name, jar, "", List.of(jvmOptions), "", proof, ANY_JDK, false);
    }

    private static OtherAgent often(String name, String jar, String proof, String... jvmOptions) {
        return new OtherAgent(name, jar, "", List.of(jvmOptions), "", proof, ANY_JDK, true);
    }

    private OtherAgent with(String newArgument) {
        return new OtherAgent(name, jar, newArgument, jvmOptions, question, proof, newestJdk, often);
    }

    private OtherAgent with(String first, String second) {
        return new OtherAgent(name, jar, argument, List.of(first, second), question, proof, newestJdk, often);
    }

    private OtherAgent upTo(int jdk) {
        return new OtherAgent(name, jar, argument, jvmOptions, question, proof, jdk, often);
    }

    private OtherAgent asked(String newQuestion) {
        return new OtherAgent(name, jar, argument, jvmOptions, newQuestion, proof, newestJdk, often);
    }

    boolean runsOn(Jdk jdk) {
        return jdk.feature() <= newestJdk;
    }

    /** Returns the options that start it. */
    String[] options(Path directory, int port) {
        String paths = argument.replace("@", directory.toString())
                .replace("%", DIRECTORY.toAbsolutePath().toString());
        String with = argument.isEmpty() ? "" : "=" + paths;
        List<String> options = new ArrayList<>();
        jvmOptions.forEach(option -> options.add(option.replace("@", directory.toString())));
        options.add((jar.endsWith(".so") ? "-agentpath:" : "-javaagent:")
                + DIRECTORY.resolve(jar).toAbsolutePath()
                + with);
        options.replaceAll(option -> option.replace("#", Integer.toString(port)));
        return options.toArray(String[]::new);
    }

    /** Looks for the proof that it did its own work. */
    boolean isProvenBy(String output, Path directory) throws java.io.IOException {
        return proof.startsWith("file:")
                ? Files.size(directory.resolve(proof.substring("file:".length()))) > 0
                : output.contains(proof);
    }

    @Override
    public String toString() {
        return name;
    }
}
