package io.nmt.agent.pressure;

import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import java.util.List;

/**
 * A call site that an earlier report suspected. The history keeps the last one, for reports that find no suspect.
 *
 * @param site the suspected one
 * @param statement the judge's on it, then
 * @param untilMillis the time of that report
 * @param dated whether it rose for long enough to call it a leak
 */
record EarlierSuspect(Site site, Statement statement, long untilMillis, boolean dated) {
    /** States what the site holds now; null if that is less than half of what it held. */
    Statement held() {
        for (SiteUsage usage : TrackerReader.ownerLines()) {
            if (usage.site().id() == site.id()) {
                return usage.liveBytes() >= statement.amount() / 2 ? held(usage) : null;
            }
        }
        return null;
    }

    /** States what it holds by given samples. */
    Statement held(SiteUsage usage) {
        return new Statement(
                Kind.HELD,
                statement.subject(),
                usage.liveBytes(),
                usage.standardErrorBytes(),
                0,
                0,
                statement.sinceMillis(),
                List.of(new Evidence(Basis.GREW_UNTIL_MILLIS, untilMillis)),
                Next.NONE);
    }
}
