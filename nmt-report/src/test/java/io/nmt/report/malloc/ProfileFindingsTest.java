package io.nmt.report.malloc;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of findings, whatever else has one: libraries by their bytes, then malloc's own figures. */
class ProfileFindingsTest {
    private static final double MB = 1 << 20;
    private static final String ON_TOP = "These blocks came on top of older ones";

    private static MallocStack stack(int id, String library, double megabytes) {
        Frame frame = new Frame("com.acme.Caller", "call", "Caller.java", id, false);
        double bytes = megabytes * MB;
        return new MallocStack(
                new Site(id, library, List.of(frame), frame, false, FreedBy.PROGRAM),
                List.of(),
                null,
                bytes,
                MB * MB / 100, // a standard error of 0.1 MB
                bytes,
                MB * MB / 100,
                100,
                bytes,
                100);
    }

    private static List<String> findings(double inUse, MallocStack... stacks) {
        Instant begin = Instant.EPOCH;
        MallocProfile profile = new MallocProfile(
                begin, begin.plusSeconds(60), 65_536, 100, 50, 0, false, false, List.of(stacks), null);
        return ProfileFindings.of(profile, new MallocContext(0, Math.round(inUse * MB), List.of()));
    }

    @Test
    void aLibrarysFindingIsFollowedByThatOfWhatIsInUse() {
        List<String> findings = findings(20, stack(1, "libtaking.so", 20));

        assertThat(findings).hasSize(2);
        assertThat(findings.get(0)).startsWith("GROWING libtaking.so: ").contains("from com.acme.Caller.call");
        assertThat(findings.get(1)).contains(ON_TOP);
    }

    /** As on a busy machine, where its compilers take memory meanwhile. */
    @Test
    void theJvmsOwnFindingComesBetweenThem() {
        List<String> findings =
                findings(23, stack(1, MallocProfile.JVM, 3), stack(2, "libtaking.so", 20), stack(3, "libless.so", 0.1));

        assertThat(findings).hasSize(3);
        assertThat(findings.get(0)).startsWith("GROWING libtaking.so: ");
        assertThat(findings.get(1)).startsWith("GROWING the JVM itself (libjvm.so): ");
        assertThat(findings.get(2)).contains(ON_TOP);
    }

    @Test
    void threeLibrariesHaveFindingsAtMost() {
        List<MallocStack> stacks = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            stacks.add(stack(i, "lib" + i + ".so", 10 + i));
        }
        List<String> findings = findings(65, stacks.toArray(MallocStack[]::new));

        assertThat(findings).hasSize(4);
        assertThat(findings.get(0)).startsWith("GROWING lib5.so: ");
        assertThat(findings.get(2)).startsWith("GROWING lib3.so: ");
        assertThat(findings.get(3)).contains(ON_TOP);
    }

    @Test
    void unexplainedGrowthComesLast() {
        List<String> findings = findings(50, stack(1, "libtaking.so", 20));

        assertThat(findings).hasSize(3);
        assertThat(findings.get(1)).contains(ON_TOP);
        assertThat(findings.get(2)).contains("UNKNOWN owner of ");
    }
}
