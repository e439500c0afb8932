package io.nmt.micrometer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The JDKs that programs run on: the build's, or with {@code -Pjdks} one of each version on this machine. */
final class Jdks {
    private static final Pattern HOME = Pattern.compile("<jdkHome>(.*)</jdkHome>");
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

    private Jdks() {}

    /** Returns their directories, by version. For {@code @MethodSource}. */
    static Stream<Path> all() throws IOException {
        Path own = Path.of(System.getProperty("java.home"));
        if (!"found".equals(System.getProperty("nmt.jdks"))) {
            return Stream.of(own);
        }
        List<Path> homes = new ArrayList<>(List.of(own));
        Path toolchains = Path.of(System.getProperty("nmt.toolchains"));
        if (Files.isRegularFile(toolchains)) {
            Matcher home = HOME.matcher(Files.readString(toolchains));
            while (home.find()) {
                homes.add(Path.of(home.group(1)));
            }
        }
        System.getenv().forEach((name, value) -> {
            if (name.matches("JAVA\\d+_HOME")) {
                homes.add(Path.of(value));
            }
        });
        Map<Integer, Path> byVersion = new TreeMap<>();
        for (Path home : homes) {
            Path release = home.resolve("release");
            Matcher version = VERSION.matcher(Files.isRegularFile(release) ? Files.readString(release) : "");
            if (version.find() && Integer.parseInt(version.group(1)) >= Integer.getInteger("nmt.jdks.oldest")) {
                byVersion.putIfAbsent(Integer.valueOf(version.group(1)), home);
            }
        }
        return byVersion.values().stream();
    }
}
