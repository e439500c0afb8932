package io.nmt.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.cli.process.JvmList.Jvm;
import io.nmt.cli.process.JvmList.Outside;
import io.nmt.cli.process.NamedJvms.Fit;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The JVMs that a part of a name finds. */
class NamedJvmsTest {
    private static final List<Jvm> JVMS = Stream.of(
                    "1 com.acme.shop.Shop --port 8080",
                    "2 com.acme.shop.ShopWorker --port 8081",
                    "3 /opt/acme/orders.jar --spring.profiles.active=prod",
                    "4 /opt/acme/orders-batch.jar",
                    "5 com.acme.Main shop shop.jfr",
                    "6 acme.module/com.acme.modular.Start",
                    "7",
                    "8 jdk.compiler/com.sun.tools.javac.launcher.Main bakery/Bread.java rye")
            .map(line -> line.split(" ", 2))
            .map(words -> new Jvm(Long.parseLong(words[0]), words.length > 1 ? words[1] : "", null, Outside.UNKNOWN))
            .toList();

    @ParameterizedTest
    @CsvSource({
        "Shop, 1, NAME",
        "com.acme.shop.Shop, 1, NAME",
        "SHOPWORKER, 2, NAME",
        "worker, 2, PART_OF_NAME",
        "orders, 3, NAME",
        "orders.jar, 3, NAME",
        "/opt/acme/orders.jar, 3, NAME",
        "batch, 4, PART_OF_NAME",
        "main, 5, NAME",
        "prod, 3, PART_OF_COMMAND_LINE",
        "8081, 2, PART_OF_COMMAND_LINE",
        "Start, 6, NAME",
        "Bread, 8, NAME",
        "bakery/bread, 8, NAME",
        "com.acme.modular.Start, 6, NAME",
    })
    void one(String name, long pid, Fit fit) {
        assertThat(NamedJvms.best(JVMS, name).fit()).isEqualTo(fit);
        assertThat(NamedJvms.best(JVMS, name).jvms()).extracting(Jvm::pid).containsExactly(pid);
    }

    @ParameterizedTest
    @CsvSource({"acme, 1 2 3 4 5 6", "sho, 1 2", "--port, 1 2", "order, 3 4"})
    void several(String name, String pids) {
        assertThat(NamedJvms.best(JVMS, name).jvms().stream().map(jvm -> Long.toString(jvm.pid())))
                .containsExactly(pids.split(" "));
    }

    /** One or two characters are a name, but no part of one. */
    @ParameterizedTest
    @CsvSource({"nothing", "''", "' '", "a", "80", "shop.jfr"})
    void none(String name) {
        assertThat(NamedJvms.best(JVMS, name)).isEqualTo(new NamedJvms.Found(Fit.NONE, List.of()));
    }

    @Test
    void noneIsSaid() {
        assertThat(NamedJvms.none("shop")).isEqualTo("no JVM here has 'shop' in its name or arguments");
        assertThat(NamedJvms.none("sh")).isEqualTo("no JVM here is named 'sh'; a part of a name needs 3 characters");
    }

    @Test
    void commandsOfThisJarAreNone() {
        assertThat(new Jvm(1, "/opt/nmt/lib/nmt-agent.jar top 7", null, Outside.UNKNOWN).isOwn())
                .isTrue();
        assertThat(new Jvm(1, "nmt-agent-0.1.0.jar leaks 7", null, Outside.UNKNOWN).isOwn())
                .isTrue();
        assertThat(new Jvm(1, "com.acme.Main nmt-agent.jar", null, Outside.UNKNOWN).isOwn())
                .isFalse();
    }
}
