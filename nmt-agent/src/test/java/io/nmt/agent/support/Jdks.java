package io.nmt.agent.support;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.NodeList;

/**
 * The JDKs that integration tests run on, one for each feature version from 17 on: the one that runs the tests, those that
 * Maven's toolchain discovery found, those that an environment variable such as {@code JAVA21_HOME} names, and those of
 * the system property {@code nmt.jdks}.
 */
public final class Jdks {
    private static final int OLDEST = 17;

    private static final List<Jdk> ALL = find();

    private Jdks() {}

    /** Returns all JDKs, by version. For {@code @MethodSource}. */
    public static Stream<Jdk> all() {
        return ALL.stream();
    }

    private static List<Jdk> find() {
        Map<Integer, Jdk> byFeature = new TreeMap<>();
        for (Path home : homes()) {
            Jdk.at(home)
                    .filter(jdk -> jdk.feature() >= OLDEST && Files.isExecutable(jdk.tool("java")))
                    .ifPresent(jdk -> byFeature.merge(jdk.feature(), jdk, Jdks::preferred));
        }
        return List.copyOf(byFeature.values());
    }

    private static Jdk preferred(Jdk first, Jdk second) {
        return !first.hasTools() && second.hasTools() ? second : first;
    }

    private static List<Path> homes() {
        List<Path> homes = new ArrayList<>();
        homes.add(Path.of(System.getProperty("java.home")));
        homes.addAll(toolchains(Path.of(System.getProperty("nmt.toolchains", ""))));
        System.getenv().forEach((name, value) -> {
            if (name.matches("JAVA\\d+_HOME")) {
                homes.add(Path.of(value));
            }
        });
        for (String home : System.getProperty("nmt.jdks", "").split(System.getProperty("path.separator"))) {
            if (!home.isBlank()) {
                homes.add(Path.of(home));
            }
        }
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
