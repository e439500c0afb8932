package io.nmt.cli.commands;

import io.nmt.agent.golden.Golden;
import io.nmt.cli.process.JvmList.Jvm;
import io.nmt.cli.process.JvmList.Outside;
import io.nmt.report.render.TextSpace;
import io.nmt.report.render.TextSpace.Letters;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The command list. */
class ListGoldenTest {
    private static final List<Jvm> JVMS = List.of(
            new Jvm(1, "app.jar --port 8080", true, new Outside(93_784_000, 3_661_234_176L, 4L << 30, "17.0.15")),
            new Jvm(4711, "com.acme.Main", false, new Outside(42_000, 97_517_568, 0, "21.0.8")),
            new Jvm(4712, "com.acme.Batch /data/orders/2026/03/14 " + "--retry ".repeat(20), null, Outside.UNKNOWN),
            new Jvm(4713, "", false, new Outside(0, 40_960_000, 512 << 20, "")));

    @Test
    void list() {
        Golden.check("list/list.txt", ListCommand.text(JVMS, TextSpace.UNBOUNDED));
        Golden.check("list/list.80.txt", ListCommand.text(JVMS, new TextSpace(80, 0, 20, Letters.OF_ONE_COLUMN)));
        Golden.check("list/none.txt", ListCommand.text(List.of(), TextSpace.UNBOUNDED));
        Golden.checkJson("list/list.json", ListCommand.json(JVMS));
    }
}
