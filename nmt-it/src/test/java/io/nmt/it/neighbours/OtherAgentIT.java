package io.nmt.it.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.it.programs.Retransforming;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** An agent that transforms the same JDK classes, before ours or after it, does not take our hooks out. */
class OtherAgentIT {
    @TempDir
    static Path directory;

    private static Path otherAgent;

    @BeforeAll
    static void writeOtherAgent() throws IOException {
        otherAgent = directory.resolve("other-agent.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), Retransforming.class.getName());
        manifest.getMainAttributes().put(new Attributes.Name("Can-Retransform-Classes"), "true");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(otherAgent), manifest)) {
            for (String name : new String[] {"Retransforming", "Retransforming$1"}) {
                String file = Retransforming.class.getPackageName().replace('.', '/') + "/" + name + ".class";
                jar.putNextEntry(new JarEntry(file));
                try (InputStream in = Retransforming.class.getClassLoader().getResourceAsStream(file)) {
                    in.transferTo(jar);
                }
            }
        }
    }

    @OnEveryJdk
    void thatTransformsAfterOurs(Jdk jdk) {
        assertCounted(ChildJvm.withC2InCi(jdk).agent().options(other("stay")).run(Retransforming.class));
    }

    @OnEveryJdk
    void thatTransformsBeforeOurs(Jdk jdk) {
        assertCounted(ChildJvm.withC2InCi(jdk).options(other("stay")).agent().run(Retransforming.class));
    }

    @OnEveryJdk
    void thatOnlyRetransformsAfterOurs(Jdk jdk) {
        assertCounted(ChildJvm.withC2InCi(jdk).agent().options(other("once")).run(Retransforming.class));
    }

    private static String other(String option) {
        return "-javaagent:" + otherAgent + "=" + option;
    }

    private static void assertCounted(Outcome outcome) {
        CategoryUsage buffers = Figures.at("end", outcome.expectSuccess()).category("Direct Buffer");
        assertThat(buffers.committed()).as(outcome::toString).isEqualTo(1000);
        assertThat(buffers.count()).as(outcome::toString).isEqualTo(1);
    }
}
