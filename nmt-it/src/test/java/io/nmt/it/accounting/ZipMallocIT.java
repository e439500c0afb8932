package io.nmt.it.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.Native;
import io.nmt.it.programs.ZipMalloc;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.Outcome;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;

/**
 * The estimate of zlib streams in all their states is what glibc's malloc gave for them, to 15 %: with the zlib that
 * comes with a JDK, and the system's, which the JDKs of Linux distributions use.
 */
public class ZipMallocIT {
    private static final double MOST_PERCENT = 15;

    @OnEveryJdk
    void theEstimateIsWhatMallocGave(Jdk jdk) throws URISyntaxException {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "glibc");
        // The JVM's own use of malloc stays small without a compiler, and without the history that asks for it.
        ChildJvm jvm = ChildJvm.on(jdk)
                .agent("history=off")
                .options("-Xint", "-XX:+UseSerialGC")
                .classPath(ChildJvm.testClasses(), jna());
        if (jdk.feature() >= 22) {
            jvm.options("--enable-native-access=ALL-UNNAMED");
        }
        Outcome outcome = jvm.run(ZipMalloc.class).expectSuccess();
        assumeTrue(!outcome.out().contains("no mallinfo2"), "glibc 2.33");

        List<String> states = outcome.outLines().stream()
                .filter(line -> line.startsWith("stream|"))
                .toList();
        assertThat(states).as(outcome::toString).hasSize(21);
        for (String state : states) {
            String[] cells = state.split("\\|");
            double malloc = Long.parseLong(cells[2]);
            double nmt = Long.parseLong(cells[3]);
            System.out.printf(
                    "%s: %-36s malloc %,9.0f   nmt %,9.0f   %+.2f %%%n",
                    jdk, cells[1], malloc, nmt, 100 * (nmt / malloc - 1));
            assertThat(100 * (nmt / malloc - 1)).as(state).isCloseTo(0, within(MOST_PERCENT));
        }
    }

    private static Path jna() throws URISyntaxException {
        return Path.of(
                Native.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
