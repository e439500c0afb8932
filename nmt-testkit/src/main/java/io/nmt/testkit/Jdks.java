package io.nmt.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.NodeList;

/**
 * The JDKs that tests run programs on: the one that runs the tests, or one for each feature version that this machine
 * has, or that of one version. The build says it in the system property {@code nmt.jdks}: {@code own}, {@code found},
 * or the version.
 */
public final class Jdks {
    private static final String PROPERTY = "nmt.jdks";
    private static final String OWN = "own";
    private static final String FOUND = "found";

    private static final List<Jdk> ALL = choose();

    private Jdks() {}

    /** Returns the JDKs to run on, by version. For {@code @MethodSource}. */
    public static Stream<Jdk> all() {
        return ALL.stream();
    }

    /** Returns the oldest and the newest of them. For {@code @MethodSource}. */
    public static Stream<Jdk> ends() {
        return ALL.size() <= 2 ? all() : Stream.of(ALL.get(0), ALL.get(ALL.size() - 1));
    }

    private static List<Jdk> choose() {
        List<Jdk> found = find();
        String wanted = System.getProperty(PROPERTY, OWN);
        boolean own = wanted.equals(OWN);
        int one = own ? Runtime.version().feature() : wanted.equals(FOUND) ? 0 : Integer.parseInt(wanted);
        List<Jdk> chosen =
                found.stream().filter(jdk -> one == 0 || jdk.feature() == one).toList();
        String more = own ? " alone. On each JDK of this machine (" + names(found) + "): mvn -Pjdks verify" : "";
        System.out.println("Runs programs on " + names(chosen) + more);
        return chosen;
    }

    private static String names(List<Jdk> jdks) {
        return jdks.stream().map(Jdk::toString).collect(Collectors.joining(", "));
    }

    private static List<Jdk> find() {
        int oldest = Integer.getInteger("nmt.jdks.oldest", 17);
        Map<Integer, Jdk> byFeature = new TreeMap<>();
        for (Path home : homes()) {
            Jdk.at(home)
                    .filter(jdk -> jdk.feature() >= oldest && Files.isExecutable(jdk.tool("java")))
                    .ifPresent(jdk -> byFeature.merge(jdk.feature(), jdk, Jdks::preferred));
        }
        return List.copyOf(byFeature.values());
    }

    private static Jdk preferred(Jdk first, Jdk second) {
        return !first.hasTools() && second.hasTools() ? second : first;
    }

    /**
     * The homes of this JVM, of JDKs that Maven's toolchain discovery found, and of variables such as {@code
     * JAVA21_HOME}.
     */
    private static List<Path> homes() {
        List<Path> homes = new ArrayList<>();
        homes.add(Path.of(System.getProperty("java.home")));
        homes.addAll(toolchains(Path.of(System.getProperty("nmt.toolchains", ""))));
        System.getenv().forEach((name, value) -> {
            if (name.matches("JAVA\\d+_HOME")) {
                homes.add(Path.of(value));
            }
        });
        return homes;
    }

    private static List<Path> toolchains(Path file) {
        List<Path> homes = new ArrayList<>();
        if (Files.isRegularFile(file)) {
            try {
                NodeList found = DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(file.toFile())
                        .getElementsByTagName("jdkHome");
                for (int i = 0; i < found.getLength(); i++) {
                    homes.add(Path.of(found.item(i).getTextContent().trim()));
                }
            } catch (Exception e) {
                throw new IllegalStateException("Not a toolchains file: " + file, e);
            }
        }
        return homes;
    }
}
