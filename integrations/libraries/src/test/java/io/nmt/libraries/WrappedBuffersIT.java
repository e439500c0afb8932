package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.libraries.programs.WrappedBuffers;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import io.nmt.testkit.OnOneJdk;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The holder of a buffer that is wrapped in one with a reference count of its own. */
class WrappedBuffersIT {
    private static final String[] JARS = {"netty-transport", "netty-resolver", "netty-buffer", "netty-common"};
    private static final String PROGRAM = WrappedBuffers.class.getName();

    static Stream<Arguments> versions() {
        return Jdks.ends()
                .flatMap(jdk -> Stream.of("netty-4.2", "netty-4.1").map(version -> Arguments.of(jdk, version)));
    }

    private static List<String> run(Jdk jdk, String version, String kind) {
        List<Path> classPath = version.equals("netty-4.2") ? ClassPath.jars(JARS) : ClassPath.otherJars(version, JARS);
        return ChildJvm.on(jdk)
                .options("-Xverify:all", "-Xcheck:jni")
                .options(LibraryOptions.unsafe(jdk).toArray(String[]::new))
                .classPath(classPath.toArray(Path[]::new))
                .agent("sample=1")
                .run(WrappedBuffers.class, kind)
                .expectExit(0)
                .outLines();
    }

    /** Netty's own. */
    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("versions")
    void ofUnmodifiableParts(Jdk jdk, String version) {
        assertThat(run(jdk, version, "fixed"))
                .filteredOn(WrappedBuffersIT::isOurs)
                .containsExactly(
                        "taken 4096", "last in " + PROGRAM + "$Last", "retained by " + PROGRAM + "$Keeping", "left 1");
    }

    /** Another library's: who keeps that, cannot be told, and no other class is said to. */
    @OnOneJdk
    void ofAnotherLibrary(Jdk jdk) {
        assertThat(run(jdk, "netty-4.2", "counted"))
                .filteredOn(WrappedBuffersIT::isOurs)
                .containsExactly("taken 4096", "last in " + PROGRAM + "$Last", "left 1");
    }

    /** The native code of the JVM's instrumentation must not be asked for all classes. */
    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("versions")
    void withoutWarningsOfJni(Jdk jdk, String version) {
        assertThat(run(jdk, version, "fixed")).noneMatch(line -> line.contains("JNI local refs"));
    }

    private static boolean isOurs(String line) {
        return line.matches("(taken|last in|retained by|left) .*");
    }
}
