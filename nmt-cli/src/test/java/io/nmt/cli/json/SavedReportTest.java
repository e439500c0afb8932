package io.nmt.cli.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nmt.core.model.SiteUsage;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A saved report is read as far as it makes sense: a stranger may have changed it. */
class SavedReportTest {
    private static final String CATEGORIES =
            "\"last\":{\"categories\":[{\"type\":\"Unsafe\",\"committed\":5,\"count\":1}]}";

    @Test
    void whatIsNoReportIsRefused() {
        assertThatThrownBy(() -> SavedReport.read("{\"malloc\":{}}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'nmt report FILE.jfr --json'");
        assertThatThrownBy(() -> SavedReport.read("{")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsMissingIsUnknown() {
        SavedReport report = SavedReport.read("{" + CATEGORIES + "}");

        MemoryReading last = report.memory().last();
        assertThat(last.snapshot().category("Unsafe").committed()).isEqualTo(5);
        assertThat(last.resident()).isNull();
        assertThat(report.hasAllSites()).isFalse();
        assertThat(report.hasAllHandles()).isFalse();
    }

    @Test
    void sitesAreCounted() {
        String site =
                "{\"type\":\"Unsafe\",\"site\":\"a.B.c(B.java:1)\",\"stack\":[\"a.B.c(B.java:1)\"],\"liveBytes\":%s}";
        String json = "{" + CATEGORIES + ",\"siteCount\":%d,\"sites\":[" + site + ",7]}";

        SavedReport report = SavedReport.read(String.format(json, 1, "4"));

        SiteUsage usage = report.memory().last().sites().get(0);
        assertThat(usage.site()).hasToString("a.B.c(B.java:1)");
        assertThat(usage.liveBytes()).isEqualTo(4);
        assertThat(report.hasAllSites()).isTrue();
        assertThat(SavedReport.read(String.format(json, 2, "4")).hasAllSites()).isFalse();
    }

    @Test
    void itsStatementsAreThoseOfItsProcess() {
        String leak =
                "{\"kind\":\"LEAK\",\"subject\":\"site\",\"name\":\"a.B.c(B.java:1)\",\"bytes\":7,\"next\":\"leaks\"}";

        assertThat(SavedReport.read("{" + CATEGORIES + ",\"statements\":[" + leak + ",{},7]}")
                        .statements())
                .singleElement()
                .satisfies(statement -> {
                    assertThat(statement.kind()).isEqualTo(Kind.LEAK);
                    assertThat(statement.amount()).isEqualTo(7);
                    assertThat(statement.next()).isEqualTo(Next.NONE);
                });
        assertThat(SavedReport.read("{" + CATEGORIES + "}").statements()).isEmpty();
    }

    /** They were zero, without a word: "+6264172000.0 %". */
    @ParameterizedTest
    @ValueSource(strings = {"\"many\"", "-5", "-9223372036854775808", "9223372036854775807", "null", "1.5", "{}"})
    void figuresThatCannotBeAreRefused(String figure) {
        assertThatThrownBy(() -> SavedReport.read("{" + CATEGORIES.replace("5", figure) + "}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("committed is no figure there");
        assertThatThrownBy(() -> SavedReport.read("{" + CATEGORIES.replace("\"committed\":5,", "") + "}"))
                .hasMessage("committed is no figure there");
    }
}
