package io.nmt.it.pressure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.it.programs.Hello;
import io.nmt.it.programs.NoFreeThread;
import io.nmt.it.programs.Steady;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The file of the report at exit: whose it is, and what may be missing when it is written. */
@EnabledOnOs(OS.LINUX)
class ExitReportIT {
    private static final String USER = "61234"; // that has no other processes
    private static final int BEFORE_BYTES = 5000;

    @TempDir
    private Path directory;

    private Path report;

    @BeforeEach
    void setUp() {
        report = directory.resolve("report.txt");
    }

    /** Call stacks and paths are in it. */
    @OnOldestAndNewestJdk
    void itIsForItsOwnerAlone(Jdk jdk) throws IOException {
        ChildJvm.withoutC2(jdk)
                .launchedBy("sh", "-c", "umask 0; exec \"$@\"", "sh")
                .agent("report=" + report)
                .run(Hello.class)
                .expectSuccess();

        assertThat(report).content().startsWith(Report.TITLE);
        assertThat(Files.getPosixFilePermissions(report)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    /** A limit of threads is none for root. */
    @OnOldestAndNewestJdk
    void noThreadCanBeStartedAtExit(Jdk jdk) throws IOException {
        String[] asUser = {"setpriv", "--reuid=" + USER, "--regid=" + USER, "--clear-groups"};
        assumeTrue(System.getProperty("user.name").equals("root"), "root");
        assumeTrue(isReadable(jdk, asUser), "a user to whom the JDK and the jar can be read");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        Outcome outcome = ChildJvm.withoutC2(jdk)
                .launchedBy(asUser)
                .launchedBy("prlimit", "--nproc=200")
                .agent("pressure=off,report=" + report)
                .run(NoFreeThread.class);

        assertThat(outcome.out()).contains("no more threads");
        assertThat(outcome.exitCode()).isZero();
        assertThat(Report.row("Unsafe", Files.readString(report)).get(0)).isEqualTo("1,234");
    }

    private static boolean isReadable(Jdk jdk, String... asUser) {
        String[] command = Arrays.copyOf(asUser, asUser.length + 4);
        command[asUser.length] = jdk.tool("java").toString();
        command[asUser.length + 1] = "-jar";
        command[asUser.length + 2] = ChildJvm.agentJar();
        command[asUser.length + 3] = "--version";
        try (Child version = ChildJvm.startProgram(command)) {
            return version.await().exitCode() == 0;
        }
    }

    /** As a build does it, in place: the JVM can load no class from it any more. */
    @OnOldestAndNewestJdk
    void theJarIsWrittenOver(Jdk jdk) throws IOException {
        byte[] bytes = Files.readAllBytes(Path.of(ChildJvm.agentJar()));
        Path jar = Files.write(directory.resolve("agent.jar"), bytes);
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowAttach()
                .options("-javaagent:" + jar + "=pressure=off,report=" + report)
                .start(Steady.class)) {
            child.awaitLine("ready");
            writeOver(jar, bytes);
            for (int i = 0; i < 2; i++) {
                try (Child command = ChildJvm.startProgram(
                        jdk.tool("java").toString(), "-jar", jar.toString(), "summary", Long.toString(child.pid()))) {
                    command.await()
                            .expectFailure(
                                    child.pid() + " cannot listen for commands",
                                    "written over",
                                    "tracked all the same");
                }
            }
            child.say("hold");
            child.say("finish");
            Outcome outcome = child.await();

            assertThat(outcome.exitCode()).isZero();
            assertThat(outcome.err()).doesNotContain("not tracked");
            assertThat(report).content().startsWith(Report.TITLE).contains("Direct Buffer");
        }
    }

    /** Another jar of the same classes: a jar may have bytes before it, and each class is elsewhere then. */
    private static void writeOver(Path jar, byte[] bytes) throws IOException {
        byte[] other = new byte[BEFORE_BYTES + bytes.length];
        System.arraycopy(bytes, 0, other, BEFORE_BYTES, bytes.length);
        Files.write(jar, other);
    }
}
