import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.NodeList;

/**
 * Compiles one layer of a multi-release jar: the sources for JDK N and later, into META-INF/versions/N.
 *
 * <p>The build itself needs only JDK 17. The compiler for the layer is the first JDK of at least N among the one that
 * runs the build, those that Maven's toolchain discovery found and those of the user's own toolchains.xml. Where there
 * is none, the jar is built without the layer: it then does on every JDK what it does on 17. A layer whose sources and
 * base classes are as they were is left alone: a class that is written anew has Maven compile all that comes after.
 *
 * <p>Arguments: N, the layer's source folder (may be missing), the folder of the compiled base classes, the
 * toolchains.xml that the discovery wrote (may be missing), the JDKs whose
 * warnings are errors, such as 17,21: others may warn of what these do not.
 */
final class MultiReleaseLayer {
    public static void main(String[] args) throws Exception {
        int release = Integer.parseInt(args[0]);
        Path sourceFolder = Path.of(args[1]);
        Path classes = Path.of(args[2]);
        Path discovered = Path.of(args[3]);
        List<String> tested = List.of(args[4].split(","));

        Path layer = classes.resolve("META-INF/versions").resolve(args[0]);
        List<String> sources = filesIn(sourceFolder, ".java");
        Optional<Path> jdk = candidates(discovered).stream()
                .filter(home -> feature(home) >= release)
                .findFirst();
        Path known = classes.resolveSibling("layer-" + release + ".txt");
        String inputs = inputs(sources, filesIn(classes, ".class"), layer, jdk);
        if (Files.exists(known) && Files.readString(known).equals(inputs)) {
            return;
        }
        Files.deleteIfExists(known);
        deleteTree(layer);
        if (sources.isEmpty()) {
            return;
        }
        if (jdk.isEmpty()) {
            Path module = Path.of("").toAbsolutePath().getFileName();
            System.out.printf(
                    "no JDK >= %d found: building %s without its layer for %d and later%n", release, module, release);
            return;
        }
        boolean failOnWarning = tested.contains(Integer.toString(feature(jdk.get())));
        int exitCode = compile(jdk.get(), release, classes, layer, failOnWarning, sources);
        if (exitCode == 0) {
            Files.writeString(known, inputs(sources, filesIn(classes, ".class"), layer, jdk));
        }
        System.exit(exitCode);
    }

    /** The files that a layer is made of, those that it has, their times, and the compiler. */
    private static String inputs(List<String> sources, List<String> classes, Path layer, Optional<Path> jdk)
            throws IOException {
        StringBuilder inputs = new StringBuilder(jdk + "\n");
        for (List<String> files : List.of(sources, classes)) {
            for (String file : files) {
                // Of classes of the layer it counts that they are there.
                String time = Path.of(file).startsWith(layer)
                        ? ""
                        : Files.getLastModifiedTime(Path.of(file)).toString();
                inputs.append(file).append(' ').append(time).append('\n');
            }
        }
        return inputs.toString();
    }

    private static int compile(
            Path jdk, int release, Path classes, Path layer, boolean failOnWarning, List<String> sources)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                compiler(jdk).toString(),
                "-J-XX:TieredStopAtLevel=1",
                "--release=" + release,
                "-encoding",
                "UTF-8",
                "-g",
                "-parameters",
                "-proc:none",
                "-XDstringConcat=inline",
                // restricted: calling the foreign-function API is what such a layer is for.
                "-Xlint:all,-restricted",
                "-Xdoclint:all,-missing",
                "-classpath",
                classes.toString(),
                "-d",
                layer.toString()));
        if (failOnWarning) {
            command.add("-Werror");
        }
        command.addAll(sources);
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    /** JDK homes in the order of preference; the build's own first. */
    private static List<Path> candidates(Path discovered) throws Exception {
        List<Path> homes = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"))));
        Path users = Path.of(System.getProperty("user.home"), ".m2", "toolchains.xml");
        for (Path file : List.of(discovered, users)) {
            if (Files.exists(file)) {
                NodeList found = DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(file.toFile())
                        .getElementsByTagName("jdkHome");
                for (int i = 0; i < found.getLength(); i++) {
                    homes.add(Path.of(found.item(i).getTextContent().trim()));
                }
            }
        }
        return homes;
    }

    /** The feature version (17, 21, …) of the JDK at {@code home}; 0 if there is none with a compiler. */
    private static int feature(Path home) {
        if (!Files.isExecutable(compiler(home))) {
            return 0;
        }
        Properties release = new Properties();
        try (var in = Files.newInputStream(home.resolve("release"))) {
            release.load(in);
            String version = release.getProperty("JAVA_VERSION", "\"0\"").replace("\"", "");
            return Runtime.Version.parse(version).feature();
        } catch (IOException | IllegalArgumentException e) {
            return 0; // not laid out like a JDK of 9 or later ("1.8.0_402" does not parse)
        }
    }

    private static Path compiler(Path jdk) {
        boolean windows = System.getProperty("os.name").startsWith("Windows");
        return jdk.resolve("bin").resolve(windows ? "javac.exe" : "javac");
    }

    private static List<String> filesIn(Path folder, String ending) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(Path::toString)
                    .filter(name -> name.endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    private static void deleteTree(Path root) throws IOException {
        if (Files.exists(root)) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
