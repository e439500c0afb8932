package io.nmt.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.top.Listing;
import io.nmt.report.top.ReadingBuilder;
import io.nmt.report.top.Row;
import io.nmt.report.top.Target;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** More statements than lines: the last line names a command that can be typed. */
@Isolated("sets a system property")
class StatementLinesTest {
    private static final String LAUNCHER = "nmt.launcher";

    @Test
    void theRestIsShownByTheScriptThatWasTyped() {
        System.setProperty(LAUNCHER, "./nmt");
        try {
            Model model = new Model(4711);
            List<Statement> all = Stream.of("a.B.c", "a.B.d", "a.B.e", "a.B.f")
                    .map(name -> ScreenTest.statement(Kind.LEAK, name))
                    .toList();
            Target target = new Target("com.acme.Server", 25, Row.UNKNOWN, 524_288, 1L << 30, 1);
            Query query = new Query(Listing.CATEGORIES, null, false);
            model.add(query, new ReadingBuilder().statements(all, 2_000_000).build(target), 1_000_000);

            assertThat(StatementLines.of(model, 80, 24))
                    .last()
                    .extracting(ScreenLine::text)
                    .isEqualTo("... and 2 more: ./nmt explain 4711");
        } finally {
            System.clearProperty(LAUNCHER);
        }
    }
}
