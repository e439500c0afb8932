import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A web application, or a bundle that serves its page itself. Each of both parts is an archive of its own. */
final class ArchiveApplication implements Application {
    /** A web application, which acts when its class is initialised; the server serves its page. */
    private static final String WEB = """
            package app;
            public final class NAME implements jakarta.servlet.ServletContextListener {
                private static final java.util.List<Object> HELD = new java.util.ArrayList<>();
                static {
            STATEMENTS
                }
            }
            """;

    private static final String WEB_XML = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
              <listener><listener-class>app.NAME</listener-class></listener>
            </web-app>
            """;

    private static final String BUNDLE = """
            package app;
            public final class NAME implements org.osgi.framework.BundleActivator {
                private static final java.util.List<Object> HELD = new java.util.ArrayList<>();
                static {
            STATEMENTS
                }
                private com.sun.net.httpserver.HttpServer server;
                @Override public void start(org.osgi.framework.BundleContext context) throws Exception {
                    byte[] page = NAME.class.getResourceAsStream("/index.html").readAllBytes();
                    server = com.sun.net.httpserver.HttpServer.create(new java.net.InetSocketAddress(PORT), 0);
                    server.createContext("/", exchange -> {
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
            Bundle-SymbolicName: app.NAME
            Bundle-Activator: app.NAME
            Bundle-ClassPath: ., lib/0.jar, lib/1.jar, lib/2.jar, lib/3.jar
            Import-Package: org.osgi.framework
            DynamicImport-Package: *
            """;

    private static final int MOST_LOOKS = 600;

    private final Server server;
    private final boolean bundle;
    private final List<Path> libraries = new ArrayList<>();
    private Path classes;

    ArchiveApplication(Server server) {
        this.server = server;
        this.bundle = server.deployed().endsWith(".jar");
    }

    @Override
    public void prepare(Path home, Path directory) throws Exception {
        Path api = Shell.fetch(
                bundle ? "org.osgi:osgi.core:8.0.0:jar" : "jakarta.servlet:jakarta.servlet-api:6.0.0:jar", directory);
        String path = api.toString();
        for (String artifact : LIBRARIES) {
            Path jar = Shell.fetch(artifact, directory);
            libraries.add(jar);
            path += ":" + jar;
        }
        classes = directory.resolve(server.name() + "-classes");
        Files.createDirectories(classes);
        String held = "HELD.add(java.nio.ByteBuffer.allocateDirect(1 << 16));";
        Shell.compile(classes, path, source("Application", held, 8080), source("Libraries", HOLD, 8081));
    }

    private Path source(String name, String statements, int port) throws IOException {
        String text = (bundle ? BUNDLE : WEB)
                .replace("NAME", name)
                .replace("PORT", Integer.toString(port))
                .replace("STATEMENTS", statements);
        return Files.writeString(classes.resolve(name + ".java"), text);
    }

    @Override
    public void deploy(Path home, int version) throws Exception {
        Path file = home.resolve(server.deployed());
        awaitNoted(file);
        pack(home, file, "Application", "hello " + version, List.of());
    }

    @Override
    public void deployLibraries(Path home) throws IOException {
        Path file = home.resolve(server.deployed().replace("/app.", "/libraries."));
        pack(home, file, "Libraries", "libraries", libraries);
    }

    /** GlassFish notes the file's time after it has deployed it: until then it would miss a new file. */
    private static void awaitNoted(Path file) throws Exception {
        Path note = file.resolveSibling(".autodeploystatus").resolve(file.getFileName());
        if (!Files.exists(note.getParent()) || !Files.exists(file)) {
            return;
        }
        long changed = Files.getLastModifiedTime(file).toMillis();
        for (int i = 0; i < MOST_LOOKS; i++) {
            if (Files.exists(note) && Files.getLastModifiedTime(note).toMillis() == changed) {
                return;
            }
            Thread.sleep(50);
        }
    }

    /** Moves the archive to its place as one step: servers look at any time. */
    private void pack(Path home, Path file, String name, String page, List<Path> jars) throws IOException {
        Files.createDirectories(file.getParent());
        Path packed = home.resolveSibling("packed");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(packed))) {
            if (bundle) {
                put(out, "META-INF/MANIFEST.MF", MANIFEST.replace("NAME", name));
            } else {
                put(out, "WEB-INF/web.xml", WEB_XML.replace("NAME", name));
            }
            copy(out, (bundle ? "" : "WEB-INF/classes/") + "app/" + name + ".class", classes.resolve("app"), name);
            put(out, "index.html", page);
            for (int i = 0; i < jars.size(); i++) {
                out.putNextEntry(new ZipEntry((bundle ? "lib/" : "WEB-INF/lib/") + i + ".jar"));
                Files.copy(jars.get(i), out);
            }
        }
        Files.move(packed, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void put(ZipOutputStream out, String name, String content) throws IOException {
        out.putNextEntry(new ZipEntry(name));
        out.write(content.getBytes(StandardCharsets.UTF_8));
    }

    private static void copy(ZipOutputStream out, String entry, Path directory, String name) throws IOException {
        out.putNextEntry(new ZipEntry(entry));
        Files.copy(directory.resolve(name + ".class"), (OutputStream) out);
    }
}
