import com.sun.tools.attach.VirtualMachine;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Application servers as their makers ship them, from Maven Central, each without the agent and with it: {@code java
 * ApplicationServers.java DIRECTORY AGENT REDEPLOYS [NAME...]}. Exits with 1 where the agent makes a difference.
 */
public final class ApplicationServers {
    private static final String PAGE = "hello ";
    private static final long LONGEST_MILLIS = 180_000;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** A server: its zip, its start in the foreground, the variable of its JVM options, its folder of deployments. */
    private record Server(
            String name,
            String artifact,
            List<String> setUp,
            List<String> start,
            String options,
            String deploy,
            int port) {}

    private static final List<Server> SERVERS = List.of(
            new Server(
                    "tomcat",
                    "org.apache.tomcat:tomcat:11.0.9:zip",
                    List.of(),
                    List.of("bash", "bin/catalina.sh", "run"),
                    "CATALINA_OPTS",
                    "webapps",
                    8080),
            new Server(
                    "jetty",
                    "org.eclipse.jetty:jetty-home:12.0.23:zip",
                    List.of("java", "-jar", "start.jar", "jetty.base=base", "--add-modules=http,ee10-deploy"),
                    List.of(
                            "bash",
                            "-c",
                            "exec java $NMT_OPTIONS -jar start.jar jetty.base=base jetty.deploy.scanInterval=1"),
                    "NMT_OPTIONS",
                    "base/webapps",
                    8080),
            new Server(
                    "wildfly",
                    "org.wildfly:wildfly-dist:36.0.1.Final:zip",
                    List.of(),
                    List.of("bash", "bin/standalone.sh"),
                    "PREPEND_JAVA_OPTS",
                    "standalone/deployments",
                    8080),
            new Server(
                    "liberty",
                    "io.openliberty:openliberty-runtime:25.0.0.6:zip",
                    List.of("bash", "bin/server", "create"),
                    List.of("bash", "bin/server", "run"),
                    "JVM_ARGS",
                    "usr/servers/defaultServer/dropins",
                    9080),
            new Server(
                    "glassfish",
                    "org.glassfish.main.distributions:glassfish:7.0.25:zip",
                    List.of(),
                    List.of("bash", "bin/startserv"),
                    "JAVA_TOOL_OPTIONS",
                    "glassfish/domains/domain1/autodeploy",
                    8080),
            new Server(
                    "karaf",
                    "org.apache.karaf:apache-karaf:4.4.7:zip",
                    List.of(),
                    List.of("bash", "bin/karaf", "server"),
                    "EXTRA_JAVA_OPTS",
                    "",
                    0));

    /** What a run of a server showed. */
    private record Run(
            Set<String> log, String answers, long startMillis, long loaders, long stopMillis, String figures) {}

    private ApplicationServers() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]).toAbsolutePath();
        Path agent = Path.of(arguments[1]).toAbsolutePath();
        int redeploys = Integer.parseInt(arguments[2]);
        List<String> names = List.of(arguments).subList(3, arguments.length);
        boolean same = true;
        for (Server server : SERVERS) {
            if (names.isEmpty() || names.contains(server.name())) {
                same &= compare(server, directory, agent, redeploys);
            }
        }
        System.exit(same ? 0 : 1);
    }

    private static boolean compare(Server server, Path directory, Path agent, int redeploys) throws Exception {
        Path zip = fetch(server, directory);
        Run plain = run(server, unpack(zip, directory.resolve(server.name() + "-plain")), "", redeploys);
        Run tracked = run(
                server, unpack(zip, directory.resolve(server.name() + "-agent")), "-javaagent:" + agent, redeploys);
        Set<String> more = new TreeSet<>(tracked.log());
        more.removeAll(plain.log());
        Set<String> less = new TreeSet<>(plain.log());
        less.removeAll(tracked.log());
        boolean same = more.isEmpty()
                && less.isEmpty()
                && plain.answers().equals(tracked.answers())
                && tracked.loaders() <= plain.loaders();
        System.out.printf(
                Locale.ROOT,
                "%s: %s; start %d and %d ms, stop %d and %d ms, loaders %d and %d, %s%n",
                server.name(),
                same ? "equal" : "DIFFERS",
                plain.startMillis(),
                tracked.startMillis(),
                plain.stopMillis(),
                tracked.stopMillis(),
                plain.loaders(),
                tracked.loaders(),
                tracked.figures());
        more.forEach(line -> System.out.println("    with the agent: " + line));
        less.forEach(line -> System.out.println("    without: " + line));
        return same;
    }

    private static Path fetch(Server server, Path directory) throws Exception {
        String[] parts = server.artifact().split(":");
        Path zip = directory.resolve(parts[1] + "-" + parts[2] + "." + parts[3]);
        if (!Files.exists(zip)) {
            await(new ProcessBuilder(
                            "mvn",
                            "-q",
                            "-B",
                            "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy",
                            "-Dartifact=" + server.artifact(),
                            "-DoutputDirectory=" + directory)
                    .inheritIO());
        }
        return zip;
    }

    /** Returns the directory that the zip has at its top. */
    private static Path unpack(Path zip, Path directory) throws Exception {
        await(new ProcessBuilder("rm", "-rf", directory.toString()));
        await(new ProcessBuilder("unzip", "-q", zip.toString(), "-d", directory.toString()).inheritIO());
        File[] top = directory.toFile().listFiles();
        return top[0].toPath();
    }

    private static void await(ProcessBuilder builder) throws Exception {
        if (builder.start().waitFor() != 0) {
            throw new IOException(builder.command() + " failed");
        }
    }

    private static Run run(Server server, Path home, String options, int redeploys) throws Exception {
        if (!server.setUp().isEmpty()) {
            Files.createDirectories(home.resolve("base"));
            await(new ProcessBuilder(server.setUp()).directory(home.toFile()));
        }
        if (!server.deploy().isEmpty()) {
            Files.createDirectories(home.resolve(server.deploy()));
            deploy(server, home, 0);
        }
        Path log = home.resolveSibling("out.log");
        ProcessBuilder builder = new ProcessBuilder(server.start())
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put(server.options(), options);
        long begin = System.nanoTime();
        Process process = builder.start();
        try {
            String answers = answer(server, 0);
            long startMillis = millisSince(begin);
            for (int i = 1; i <= redeploys && server.port() > 0; i++) {
                deploy(server, home, i);
                answers += answer(server, i);
            }
            ProcessHandle jvm = jvm(process.toHandle());
            long loaders = loaders(jvm.pid());
            String figures = figures(jvm.pid(), !options.isEmpty());
            long end = System.nanoTime();
            jvm.destroy();
            if (!process.waitFor(LONGEST_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IOException(server.name() + " does not stop");
            }
            return new Run(lines(log, home), answers, startMillis, loaders, millisSince(end), figures);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static long millisSince(long nanoTime) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
    }

    /** The server's JVM: the last of the processes that its script has started, or the script's own. */
    private static ProcessHandle jvm(ProcessHandle process) {
        return process.descendants()
                .filter(one -> one.info().command().orElse("").endsWith("java"))
                .reduce((first, second) -> second)
                .orElse(process);
    }

    private static void deploy(Server server, Path home, int version) throws IOException {
        Path war = home.resolveSibling("app.war");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(war))) {
            out.putNextEntry(new ZipEntry("index.html"));
            out.write((PAGE + version).getBytes(StandardCharsets.UTF_8));
        }
        Files.move(
                war, home.resolve(server.deploy()).resolve("app.war"), StandardCopyOption.REPLACE_EXISTING);
    }

    private static String answer(Server server, int version) throws Exception {
        long begin = System.nanoTime();
        while (millisSince(begin) < LONGEST_MILLIS) {
            Thread.sleep(50);
            if (server.port() == 0) {
                if (millisSince(begin) > LONGEST_MILLIS / 10) {
                    return "";
                }
                continue;
            }
            try {
                HttpResponse<String> response = CLIENT.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/app/index.html"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                if (response.body().equals(PAGE + version)) {
                    return response.body() + "\n";
                }
            } catch (IOException e) {
                continue; // it does not listen yet
            }
        }
        throw new IOException(server.name() + " does not answer version " + version);
    }

    private static long loaders(long pid) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        for (int i = 0; i < 2; i++) {
            await(new ProcessBuilder(java, Long.toString(pid), "GC.run")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD));
        }
        Process process = new ProcessBuilder(java, Long.toString(pid), "VM.classloader_stats").start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return text.lines()
                .filter(line -> line.startsWith("0x") && !line.contains("Delegating") && !line.contains("nmt"))
                .count();
    }

    /** Ours of direct buffers beside the JVM's. */
    private static String figures(long pid, boolean tracked) throws Exception {
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
        String url = jvm.startLocalManagementAgent();
        jvm.detach();
        try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(url))) {
            MBeanServerConnection server = connector.getMBeanServerConnection();
            List<Object> figures = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                ObjectName direct = new ObjectName("java.nio:type=BufferPool,name=direct");
                Object before = server.getAttribute(direct, "MemoryUsed");
                if (!tracked) {
                    return "";
                }
                long ours = 0;
                for (String category : List.of("Direct Buffer", "NIO Temporary Buffer")) {
                    ours += (Long) server.getAttribute(
                            new ObjectName("io.nmt:type=NativeMemory,category=" + category), "Committed");
                }
                figures = List.of(before, ours);
                if (before.equals(ours)) {
                    break;
                }
            }
            return "direct buffers " + figures.get(0) + ", ours " + figures.get(1);
        }
    }

    /** Its kinds of lines: without times and numbers, which differ from run to run. */
    private static Set<String> lines(Path log, Path home) throws IOException {
        Set<String> lines = new TreeSet<>();
        for (String line : Files.readString(log, StandardCharsets.ISO_8859_1).split("\n")) {
            String same = line.replace(home.toString(), "HOME").replaceAll("\u001b\\[[0-9;]*m", "");
            if (!same.contains("javaagent") && !same.startsWith("Picked up")) {
                lines.add(same.replaceAll("\\b[0-9a-f]{6,}\\b|\\d+([.,:]\\d+)*", "N"));
            }
        }
        return lines;
    }
}
