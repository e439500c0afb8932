package io.nmt.cli.commands;

import io.nmt.agent.golden.Golden;
import io.nmt.cli.process.JvmList.Jvm;
import io.nmt.cli.terminal.FittedText;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The command list. */
class ListGoldenTest {
    private static final List<Jvm> JVMS = List.of(
            new Jvm(1, "app.jar --port 8080", true),
            new Jvm(4711, "com.acme.Main", false),
            new Jvm(4712, "com.acme.Batch /data/orders/2026/03/14 " + "--retry ".repeat(20), null),
            new Jvm(4713, "", false));

    @Test
    void list() {
        StringBuilder fitted = new StringBuilder();
        ListCommand.text(JVMS)
                .lines()
                .forEach(line -> fitted.append(FittedText.shortened(line, 80)).append('\n'));
        Golden.check("list/list.txt", ListCommand.text(JVMS));
        Golden.check("list/list.80.txt", fitted.toString());
        Golden.check("list/none.txt", ListCommand.text(List.of()));
        Golden.checkJson("list/list.json", ListCommand.json(JVMS));
    }
}
