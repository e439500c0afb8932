package io.nmt.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.cli.process.JvmList.Jvm;
import io.nmt.cli.process.JvmList.Outside;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The labels of JVMs that a user chooses from. */
class JvmLabelsTest {
    private static List<String> labels(String... names) {
        return JvmLabels.of(Stream.of(names)
                .map(name -> new Jvm(1, name, null, Outside.UNKNOWN))
                .toList());
    }

    @Test
    void aMainClassIsEnough() {
        assertThat(labels("com.acme.Shop --password=secret", "com.acme.Orders a"))
                .containsExactly("com.acme.Shop", "com.acme.Orders");
    }

    @Test
    void argumentsTellSeveralOfOneClassApart() {
        assertThat(labels("com.acme.Quiet quiet-17a", "com.acme.Quiet quiet-25l", "com.acme.Shop x", "com.acme.Quiet"))
                .containsExactly(
                        "com.acme.Quiet quiet-17a", "com.acme.Quiet quiet-25l", "com.acme.Shop", "com.acme.Quiet");
        assertThat(labels(
                        "jdk.compiler/com.sun.tools.javac.launcher.Main Bread.java rye",
                        "jdk.compiler/com.sun.tools.javac.launcher.Main Bread.java white"))
                .containsExactly("Bread rye", "Bread white");
    }

    @Test
    void theyBeginWhereTheyDiffer() {
        assertThat(labels("app.jar --config=/etc/shop --port 1", "app.jar --config=/etc/shop --port 2"))
                .containsExactly("app.jar 1", "app.jar 2");
        assertThat(labels("app.jar a", "app.jar a")).containsExactly("app.jar", "app.jar");
    }

    @Test
    void theyAreShort() {
        assertThat(labels("a " + "x".repeat(500), "a \u001by").get(0)).hasSize("a ".length() + 40);
        assertThat(labels("a x", "a \u001by").get(1)).isEqualTo("a ?y");
        assertThat(labels("x".repeat(5000)).get(0)).hasSize(60);
        assertThat(labels(" ")).containsExactly("a JVM");
    }
}
