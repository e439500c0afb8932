import com.sun.tools.attach.AttachOperationFailedException;
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
import java.time.Duration;
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
import javax.tools.ToolProvider;

/**
 * Application servers as their makers ship them, from Maven Central, each without the agent and with it: {@code java
 * ApplicationServers.java DIRECTORY AGENT REDEPLOYS [NAME...]}. Exits with 1 where the agent makes a difference.
 */
public final class ApplicationServers {
    private static final String PAGE = "hello ";
    private static final String SERVLETS = "jakarta.servlet:jakarta.servlet-api:6.0.0:jar";
    private static final long LONGEST_MILLIS = 180_000;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** A web application: allocates when it starts, and leaves the buffer to the collector. */
    private static final String WEB = """
            package app;
            public final class Application implements jakarta.servlet.ServletContextListener {
                private static final java.nio.ByteBuffer HELD = java.nio.ByteBuffer.allocateDirect(1 << 16);
            }
            """;

    private static final String WEB_XML = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
              <listener><listener-class>app.Application</listener-class></listener>
            </web-app>
            """;

    /** A bundle that does the same, and serves its page itself. */
    private static final String BUNDLE = """
            package app;
            public final class Application implements org.osgi.framework.BundleActivator {
                private static final java.nio.ByteBuffer HELD = java.nio.ByteBuffer.allocateDirect(1 << 16);
                private com.sun.net.httpserver.HttpServer server;
                @Override public void start(org.osgi.framework.BundleContext context) throws Exception {
                    byte[] page = Application.class.getResourceAsStream("/index.html").readAllBytes();
                    server = com.sun.net.httpserver.HttpServer.create(new java.net.InetSocketAddress(8080), 0);
                    server.createContext("/app/index.html", exchange -> {
                        exchange.sendResponseHeaders(200, page.length);
                        exchange.getResponseBody().write(page);
                        exchange.close();
                    });
                    server.start();
                }
                @Override public void stop(org.osgi.framework.BundleContext context) {
                    server.stop(0);
                }
            }
            """;

    private static final String MANIFEST = """
            Manifest-Version: 1.0
            Bundle-ManifestVersion: 2
            Bundle-SymbolicName: app
            Bundle-Activator: app.Application
            Import-Package: org.osgi.framework
            """;

    /** A server: its zip, its start in the foreground, the variable of its JVM options, the file to deploy, its log. */
    private record Server(
            String name, String artifact, String setUp, String start, String options, String deploy, String log) {
        boolean isBundle() {
            return deploy.endsWith(".jar");
        }

        int port() {
            return name.equals("liberty") ? 9080 : 8080;
        }
    }

    private static final String KARAF = "org.apache.karaf:apache-karaf:4.4.7:zip";

    /** The set-up only shortens the pauses between two looks for a new version. */
    private static final List<Server> SERVERS = List.of(
            new Server(
                    "tomcat",
                    "org.apache.tomcat:tomcat:11.0.9:zip",
                    "sed -i 's/<Engine /<Engine backgroundProcessorDelay=\"1\" /' conf/server.xml",
                    "exec bash bin/catalina.sh run",
                    "CATALINA_OPTS",
                    "webapps/app.war",
                    ""),
            new Server(
                    "jetty",
                    "org.eclipse.jetty:jetty-home:12.0.23:zip",
                    "mkdir base && java -jar start.jar jetty.base=base --add-modules=http,ee10-deploy",
                    "exec java $NMT_OPTIONS -jar start.jar jetty.base=base jetty.deploy.scanInterval=1",
                    "NMT_OPTIONS",
                    "base/webapps/app.war",
                    ""),
            new Server(
                    "wildfly",
                    "org.wildfly:wildfly-dist:36.0.1.Final:zip",
                    "sed -i 's/scan-interval=\"5000\"/scan-interval=\"500\"/' standalone/configuration/standalone.xml",
                    "exec bash bin/standalone.sh",
                    "PREPEND_JAVA_OPTS",
                    "standalone/deployments/app.war",
                    ""),
            new Server(
                    "liberty",
                    "io.openliberty:openliberty-runtime:25.0.0.6:zip",
                    "bash bin/server create && echo '<server><featureManager><feature>servlet-6.0</feature>"
                            + "</featureManager><applicationMonitor pollingRate=\"500ms\"/></server>'"
                            + " > usr/servers/defaultServer/server.xml",
                    "exec bash bin/server run",
                    "JVM_ARGS",
                    "usr/servers/defaultServer/dropins/app.war",
                    "usr/servers/defaultServer/logs/messages.log"),
            new Server(
                    "glassfish",
                    "org.glassfish.main.distributions:glassfish:7.0.21:zip",
                    "true",
                    "exec bash bin/startserv",
                    "JAVA_TOOL_OPTIONS",
                    "glassfish/domains/domain1/autodeploy/app.war",
                    "glassfish/domains/domain1/logs/server.log"),
            new Server(
                    "karaf-felix",
                    KARAF,
                    "true",
                    "exec bash bin/karaf server",
                    "EXTRA_JAVA_OPTS",
                    "deploy/app.jar",
                    "data/log/karaf.log"),
            new Server(
                    "karaf-equinox",
                    KARAF,
                    "sed -i 's/^karaf.framework *=.*/karaf.framework=equinox/' etc/config.properties",
                    "exec bash bin/karaf server",
                    "EXTRA_JAVA_OPTS",
                    "deploy/app.jar",
                    "data/log/karaf.log"));

    /** The result of one run of a server. */
    private record Run(
            Set<String> log, String answers, long startMillis, long loaders, long stopMillis, Figures figures) {}

    /** Bytes of direct buffers: the JVM's count and ours, -1 where JMX cannot be had. */
    private record Figures(long jvm, long ours) {}

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
        Path zip = fetch(server.artifact(), directory);
        Path classes = compile(server, directory);
        Path plainHome = directory.resolve(server.name() + "-plain");
        Run plain = run(server, unpack(zip, plainHome), classes, "", redeploys);
        Path trackedHome = directory.resolve(server.name() + "-agent");
        Run tracked = run(server, unpack(zip, trackedHome), classes, "-javaagent:" + agent, redeploys);
        Set<String> more = new TreeSet<>(tracked.log());
        more.removeAll(plain.log());
        Set<String> less = new TreeSet<>(plain.log());
        less.removeAll(tracked.log());
        if (!more.isEmpty() || !less.isEmpty()) { // lines that come and go without the agent, too, are no difference
            Run again = run(server, unpack(zip, plainHome), classes, "", redeploys);
            more.removeAll(again.log());
            less.retainAll(again.log());
        }
        String verdict = different(more.isEmpty() && less.isEmpty(), "log")
                + different(plain.answers().equals(tracked.answers()), "answers")
                + different(tracked.loaders() <= plain.loaders(), "loaders")
                + different(tracked.figures().jvm() == tracked.figures().ours(), "figures")
                + different(tracked.figures().jvm() >= 0, "figures-unread");
        System.out.printf(
                Locale.ROOT,
                "%s, JDK %s: %s; %d redeployments, loaders %d and %d, start %d and %d ms, stop %d and %d ms, "
                        + "direct buffers %d and ours %d%n",
                server.name(),
                Runtime.version(),
                verdict.isEmpty() ? "equal" : "DIFFERS:" + verdict,
                redeploys,
                plain.loaders(),
                tracked.loaders(),
                plain.startMillis(),
                tracked.startMillis(),
                plain.stopMillis(),
                tracked.stopMillis(),
                tracked.figures().jvm(),
                tracked.figures().ours());
        more.forEach(line -> System.out.println("    with the agent: " + line));
        less.forEach(line -> System.out.println("    without: " + line));
        return verdict.isEmpty();
    }

    private static String different(boolean same, String name) {
        return same ? "" : " " + name;
    }

    /** Returns the directory of the application's classes. */
    private static Path compile(Server server, Path directory) throws Exception {
        Path api = fetch(server.isBundle() ? "org.osgi:osgi.core:8.0.0:jar" : SERVLETS, directory);
        Path classes = directory.resolve(server.name() + "-classes");
        Path source = Files.createDirectories(classes.resolve("app")).resolve("Application.java");
        Files.writeString(source, server.isBundle() ? BUNDLE : WEB);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "--release",
                        "17",
                        "-cp",
                        api.toString(),
                        "-d",
                        classes.toString(),
                        source.toString());
        if (status != 0) {
            throw new IOException(source + " does not compile");
        }
        return classes;
    }

    private static Path fetch(String artifact, Path directory) throws Exception {
        String[] parts = artifact.split(":");
        Path zip = directory.resolve(parts[1] + "-" + parts[2] + "." + parts[3]);
        if (!Files.exists(zip)) {
            await(new ProcessBuilder(
                            "mvn",
                            "-q",
                            "-B",
                            "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy",
                            "-Dartifact=" + artifact,
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

    private static Run run(Server server, Path home, Path classes, String options, int redeploys) throws Exception {
        Path log = home.resolveSibling("out.log");
        await(shell(server.setUp(), home).redirectOutput(log.toFile()));
        deploy(server, home, classes, 0);
        ProcessBuilder builder = shell(server.start(), home).redirectOutput(log.toFile());
        builder.environment().put(server.options(), options);
        long begin = System.nanoTime();
        Process process = builder.start();
        try {
            String answers = answer(server, 0);
            long startMillis = millisSince(begin);
            for (int i = 1; i <= redeploys; i++) {
                deploy(server, home, classes, i);
                answers += answer(server, i);
            }
            ProcessHandle jvm = jvm(process.toHandle());
            long loaders = loaders(jvm.pid());
            Figures figures = figures(jvm.pid(), !options.isEmpty());
            long end = System.nanoTime();
            jvm.destroy();
            if (!process.waitFor(LONGEST_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IOException(server.name() + " does not stop");
            }
            Set<String> lines = lines(log, home);
            if (!server.log().isEmpty()) {
                lines.addAll(lines(home.resolve(server.log()), home));
            }
            return new Run(lines, answers, startMillis, loaders, millisSince(end), figures);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Runs it on the JDK that runs this. */
    private static ProcessBuilder shell(String command, Path home) {
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", command)
                .directory(home.toFile())
                .redirectErrorStream(true);
        String java = System.getProperty("java.home");
        builder.environment().put("JAVA_HOME", java);
        builder.environment().merge("PATH", Path.of(java, "bin").toString(), (path, bin) -> bin + ":" + path);
        return builder;
    }

    private static long millisSince(long nanoTime) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
    }

    /** The server's JVM: the process itself, or the one below its script or its launcher's JVM. */
    private static ProcessHandle jvm(ProcessHandle process) {
        return process.descendants()
                .filter(ApplicationServers::isJava)
                .filter(one -> one.descendants().noneMatch(ApplicationServers::isJava))
                .findFirst()
                .orElse(process);
    }

    private static boolean isJava(ProcessHandle process) {
        return process.info().command().orElse("").endsWith("java");
    }

    private static void deploy(Server server, Path home, Path classes, int version) throws IOException {
        Path file = home.resolve(server.deploy());
        Files.createDirectories(file.getParent());
        Path packed = home.resolveSibling("packed");
        byte[] code = Files.readAllBytes(classes.resolve("app/Application.class"));
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(packed))) {
            if (server.isBundle()) {
                put(out, "META-INF/MANIFEST.MF", MANIFEST.getBytes(StandardCharsets.UTF_8));
            } else {
                put(out, "WEB-INF/web.xml", WEB_XML.getBytes(StandardCharsets.UTF_8));
            }
            put(out, (server.isBundle() ? "" : "WEB-INF/classes/") + "app/Application.class", code);
            put(out, "index.html", (PAGE + version).getBytes(StandardCharsets.UTF_8));
        }
        Files.move(packed, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void put(ZipOutputStream out, String name, byte[] content) throws IOException {
        out.putNextEntry(new ZipEntry(name));
        out.write(content);
    }

    private static String answer(Server server, int version) throws Exception {
        long begin = System.nanoTime();
        while (millisSince(begin) < LONGEST_MILLIS) {
            Thread.sleep(50);
            try {
                HttpResponse<String> response = CLIENT.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/app/index.html"))
                                .timeout(Duration.ofSeconds(10))
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

    /** Reads until the JVM's figure is the same before and after ours: the server's threads allocate as well. */
    private static Figures figures(long pid, boolean tracked) throws Exception {
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
        String url;
        try {
            url = jvm.startLocalManagementAgent();
        } catch (AttachOperationFailedException e) { // Open Liberty's builder of MBean servers is not on the class path
            return new Figures(-1, -1);
        } finally {
            jvm.detach();
        }
        try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(url))) {
            MBeanServerConnection server = connector.getMBeanServerConnection();
            ObjectName direct = new ObjectName("java.nio:type=BufferPool,name=direct");
            long before = (Long) server.getAttribute(direct, "MemoryUsed");
            long ours = 0;
            for (int i = 0; i < 100 && tracked; i++) {
                ours = 0;
                for (String category : List.of("Direct Buffer", "NIO Temporary Buffer")) {
                    ours += (Long) server.getAttribute(
                            new ObjectName("io.nmt:type=NativeMemory,category=" + category), "Committed");
                }
                long after = (Long) server.getAttribute(direct, "MemoryUsed");
                if (before == after) {
                    break;
                }
                before = after;
            }
            return new Figures(before, ours);
        }
    }

    /** Its kinds of lines: without times and numbers, which differ from run to run. */
    private static Set<String> lines(Path log, Path home) throws IOException {
        Set<String> lines = new TreeSet<>();
        for (String line : Files.readString(log, StandardCharsets.ISO_8859_1).split("\n")) {
            String same = line.replace(home.toString(), "HOME").replaceAll("\u001b\\[[0-9;]*m", "");
            if (!same.contains("javaagent") && !same.startsWith("Picked up")) {
                lines.add(same.replaceAll("\\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b", "N")
                        .replaceAll("\\b[0-9a-f]{6,}\\b|@[0-9a-f]+\\b|\\d+([.,:]\\d+)*", "N"));
            }
        }
        return lines;
    }
}
