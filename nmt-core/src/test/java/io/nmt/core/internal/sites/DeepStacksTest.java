package io.nmt.core.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Deep;
import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import io.nmt.core.model.Site;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The application's code is found, however many calls of libraries are between it and the allocation. */
class DeepStacksTest {
    private static final int DEPTH = 8;
    private static final int FAR = 200;

    private final SiteTable table = new SiteTable(DEPTH, new SiteRoom(Long.MAX_VALUE));

    /** A package of its own: the tracker's classes are left out of stacks, and so are these tests'. */
    private final Deep<CallSite> application = new Deep<>(() -> table.current(Category.UNSAFE.id()));

    @AfterEach
    void allButLibrariesIsTheApplications() {
        ApplicationCode.setPackages(List.of());
    }

    @Test
    void theInnermostCallOfTheApplicationIsTheLastOne() {
        Site site = application.leak(FAR).site();
        assertThat(site.leading().methodName()).contains("leak");
        assertThat(site.frames()).hasSize(DEPTH + 1);
        assertThat(site.frames().get(DEPTH)).isEqualTo(site.leading());
        assertThat(site.cutAfter()).isEqualTo(DEPTH);
        assertThat(site.by().className()).isEqualTo("org.apache.kafka.Library");
    }

    /** All that is kept of each stack is equal. */
    @Test
    void stacksThatDifferFarOutAreDifferentSites() {
        CallSite leak = application.leak(FAR);
        CallSite cache = application.cache(FAR);
        assertThat(cache).isNotSameAs(leak);
        assertThat(cache.frames().subList(0, DEPTH)).isEqualTo(leak.frames().subList(0, DEPTH));
        assertThat(cache.lineId()).isNotEqualTo(leak.lineId());
        // Again, when both have been met.
        assertThat(application.leak(FAR)).isSameAs(leak);
        assertThat(application.cache(FAR)).isSameAs(cache);
    }

    @Test
    void aShallowStackIsWhole() {
        Site site = application.leak(1).site();
        assertThat(site.leading().methodName()).contains("leak");
        assertThat(site.cutAfter()).isZero();
    }

    /** Sites whose kept frames have the application's are told apart by nothing more. */
    @Test
    void whatIsBeyondANamedFrameIsCut() {
        ApplicationCode.setPackages(List.of("org.apache.kafka"));
        Set<CallSite> sites = ConcurrentHashMap.newKeySet();
        sites.add(application.leak(FAR));
        sites.add(application.cache(FAR));
        assertThat(sites).hasSize(1);
        CallSite site = sites.iterator().next();
        assertThat(site.frames()).hasSize(DEPTH);
        assertThat(site.site().cutAfter()).isEqualTo(DEPTH);
        assertThat(site.isDeep()).isFalse();
    }

    @Test
    void withoutTheApplicationAStackIsCutAsItWas() {
        ApplicationCode.setPackages(List.of("com.example"));
        Site site = application.leak(FAR).site();
        assertThat(site.frames()).hasSize(DEPTH);
        assertThat(site.cutAfter()).isEqualTo(DEPTH);
        assertThat(site.frames()).extracting(Frame::className).contains("org.apache.kafka.Library");
    }
}
