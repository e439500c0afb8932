package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.libraries.programs.StrangeBuffers;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import java.nio.file.Path;
import java.util.List;

/** Buffers and messages that Netty does not mind, so that its hooks must not; and a Netty that is older than others. */
class StrangeBuffersIT {
    private static final String[] BUFFERS = {"netty-buffer", "netty-common"};
    private static final String[] CHANNELS = {"netty-transport", "netty-resolver", "netty-buffer", "netty-common"};

    private static void check(Jdk jdk, List<Path> classPath, String argument, String... lines) {
        assertThat(ChildJvm.withoutC2(jdk)
                        .options("-Xverify:all", "-Dio.netty.leakDetection.level=disabled")
                        .options(LibraryOptions.unsafe(jdk).toArray(String[]::new))
                        .classPath(classPath.toArray(Path[]::new))
                        .agent("sample=1")
                        .run(StrangeBuffers.class, argument)
                        .expectExit(0)
                        .outLines())
                .containsExactly(lines);
    }

    /** Its buffers have no touch. */
    @OnOldestAndNewestJdk
    void olderThanTouching(Jdk jdk) {
        check(jdk, ClassPath.otherJars("netty-4.0", BUFFERS), "pooled", "released 2000");
    }

    @OnOldestAndNewestJdk
    void aBufferThatShowsItself(Jdk jdk) {
        check(jdk, ClassPath.jars(BUFFERS), "circle", "composed 8");
    }

    /** An application's message need not be touched where Netty does not touch it. */
    @OnOldestAndNewestJdk
    void messagesThatMindBeingTouched(Jdk jdk) {
        check(jdk, ClassPath.jars(CHANNELS), "messages", "got Message", "got Message");
    }
}
