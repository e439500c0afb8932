package io.nmt.core.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import io.nmt.core.model.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A call site is named after the application's code, with the library's call behind it. */
class SiteNameTest {
    private static final Frame UNSAFE =
            new Frame("jdk.internal.misc.Unsafe", "allocateMemory", "Unsafe.java", 641, true);
    private static final Frame THREAD = new Frame("java.lang.Thread", "run", "Thread.java", 1474, true);
    private static final Frame STREAMS = frame("org.apache.kafka.streams.state.internals.RocksDBStore", "range", 772);
    private static final Frame METERED = frame("org.apache.kafka.streams.state.internals.MeteredStore", "range", 40);
    private static final Frame PROCESSOR = frame("com.acme.Store$P", "process", 6);

    private final SiteTable table = new SiteTable(32, new SiteRoom(Long.MAX_VALUE));

    private static Frame frame(String className, String method, int line) {
        String file = className.substring(className.lastIndexOf('.') + 1).replaceFirst("\\$.*", "") + ".java";
        return new Frame(className, method, file, line, false);
    }

    private Site site(Frame... frames) {
        List<Frame> stack = new ArrayList<>(List.of(frames));
        stack.add(0, UNSAFE);
        stack.add(THREAD);
        return table.site(Category.UNSAFE.id(), stack).site();
    }

    @AfterEach
    void allButLibrariesIsTheApplications() {
        ApplicationCode.setPackages(List.of());
    }

    @Test
    void aSiteIsNamedAfterTheApplicationAndTheLibraryThatItCalls() {
        Site site = site(STREAMS, METERED, PROCESSOR, METERED);
        assertThat(site).hasToString("com.acme.Store$P.process(Store.java:6)");
        assertThat(site.by()).isEqualTo(STREAMS);
        assertThat(site.label())
                .isEqualTo("com.acme.Store$P.process(Store.java:6)"
                        + " by org.apache.kafka.streams.state.internals.RocksDBStore.range(RocksDBStore.java:772)");
    }

    /** Classes that reflection makes on the way are in no module, and split a line in two. */
    @Test
    void classesThatTheJdkMakesAreNoApplication() {
        for (String made : List.of(
                "jdk.internal.reflect.GeneratedConstructorAccessor20",
                "java.lang.invoke.LambdaForm$MH/0x00007f001c1",
                "com.sun.proxy.$Proxy7",
                "com.acme.$Proxy31")) {
            Frame frame = Frame.of(new StackTraceElement(made, "newInstance", null, -1));
            assertThat(frame.jdk()).as(made).isTrue();
            assertThat(site(METERED, frame, PROCESSOR)).hasToString("com.acme.Store$P.process(Store.java:6)");
        }
        assertThat(Frame.of(new StackTraceElement("com.acme.App$Proxy", "run", null, -1))
                        .jdk())
                .isFalse();
    }

    @Test
    void aWrapperIsNoLibraryThatIsTold() {
        Site site = site(frame("io.netty.buffer.PoolArena", "allocate", 1), PROCESSOR);
        assertThat(site.by()).isNull();
        assertThat(site.label()).isEqualTo("com.acme.Store$P.process(Store.java:6)");
    }

    @Test
    void withoutTheApplicationTheInnermostLibraryNamesASite() {
        Site site = site(STREAMS, METERED);
        assertThat(site.leading()).isEqualTo(STREAMS);
        assertThat(site.by()).isNull();
    }

    @Test
    void packagesThatAreNamedAreTheApplication() {
        ApplicationCode.setPackages(List.of("org.apache.kafka.streams.state", "com.acme.shop.*"));
        assertThat(site(STREAMS, PROCESSOR).leading()).isEqualTo(STREAMS);
        Frame shop = frame("com.acme.shop.Cart", "add", 3);
        Site other = site(PROCESSOR, shop);
        assertThat(other.leading()).isEqualTo(shop);
        assertThat(other.by()).isEqualTo(PROCESSOR);
        // Without any of them, as before.
        assertThat(site(PROCESSOR).leading()).isEqualTo(PROCESSOR);
    }

    @Test
    void aNameThatOnlyBeginsLikeAPackageIsNotInIt() {
        ApplicationCode.setPackages(List.of("com.acme"));
        Frame other = frame("com.acmemore.Cart", "add", 3);
        assertThat(site(other, PROCESSOR).leading()).isEqualTo(PROCESSOR);
        assertThat(ApplicationCode.contains(frame("com.acme.Cart", "add", 3))).isTrue();
        assertThat(ApplicationCode.contains(frame("com.acme$Cart", "add", 3))).isTrue();
    }

    @Test
    void relocatedLibrariesAreLibraries() {
        assertThat(ApplicationCode.contains(frame("com.acme.shaded.lib.Codec", "a", 1)))
                .isFalse();
        assertThat(ApplicationCode.contains(frame("io.grpc.netty.shaded.io.netty.Codec", "a", 1)))
                .isFalse();
        assertThat(ApplicationCode.contains(frame("scala.collection.Iterator", "a", 1)))
                .isFalse();
        assertThat(ApplicationCode.contains(frame("scalar.Iterator", "a", 1))).isTrue();
        assertThat(ApplicationCode.contains(frame("Store$P", "a", 1))).isTrue();
        assertThat(ApplicationCode.contains(frame("com.acme.scala.Store", "a", 1)))
                .isTrue();
    }

    /** Two libraries that one line calls make one line. */
    @Test
    void twoLibrariesThatOneLineCallsAreOneLine() {
        CallSite one = table.site(Category.UNSAFE.id(), List.of(UNSAFE, STREAMS, PROCESSOR));
        CallSite other = table.site(Category.UNSAFE.id(), List.of(UNSAFE, METERED, PROCESSOR));
        assertThat(one.lineId()).isEqualTo(other.lineId());
    }

    @Test
    void theDocumentedListIsThatOfTheCode() throws IOException {
        List<String> documented = Files.readAllLines(Path.of("..", "docs", "known-libraries.txt")).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
        assertThat(documented).containsExactlyInAnyOrderElementsOf(ApplicationCode.libraries());
    }
}
