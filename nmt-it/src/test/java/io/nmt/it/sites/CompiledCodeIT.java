package io.nmt.it.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;

/** Compiled code is told by the package that has most of it. */
@Order(1) // it waits for minutes, beside others
class CompiledCodeIT {
    @TempDir
    private Path directory;

    /** Live, and by the parts of a recording that a kill leaves. */
    @OnEveryJdk
    void compiledCodeGrows(Jdk jdk) throws IOException {
        assertThat(new JvmPlant(jdk, directory).grown("code", "Compiled code"))
                .hasSize(2)
                .allMatch(told -> told.matches("GROWING Compiled code: " + JvmPlant.RISE
                        + " [0-9]+ % is from io\\.nmt\\.it\\.programs\\."
                        + "(?: RSS grows by .*)?"));
    }
}
