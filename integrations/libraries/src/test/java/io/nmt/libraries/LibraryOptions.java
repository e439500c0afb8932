package io.nmt.libraries;

import io.nmt.testkit.Jdk;
import java.util.List;

/** JVM options that libraries ask for. */
final class LibraryOptions {
    private LibraryOptions() {}

    /** From JDK 24 on the JVM warns of code that uses {@code sun.misc.Unsafe}. */
    static List<String> unsafe(Jdk jdk) {
        return jdk.feature() < 24 ? List.of() : List.of("--sun-misc-unsafe-memory-access=allow");
    }

    /** From JDK 24 on the JVM warns of code that loads a native library. */
    static List<String> nativeAccess(Jdk jdk) {
        return jdk.feature() < 24 ? List.of() : List.of("--enable-native-access=ALL-UNNAMED");
    }

    /** Opens packages of java.base. */
    static List<String> open(String... packages) {
        return List.of(packages).stream()
                .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
                .toList();
    }
}
