package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.libraries.programs.HttpService;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import org.junit.jupiter.api.Test;

/** A service of Netty's under load: which of its handlers forgets to release what it gets. */
class HttpServiceIT {
    private static final String[] JARS = {
        "netty-codec-http",
        "netty-codec-base",
        "netty-handler",
        "netty-transport",
        "netty-transport-native-unix-common",
        "netty-resolver",
        "netty-buffer",
        "netty-common"
    };
    private static final String FORGETFUL = HttpService.class.getName() + "$Audit";
    private static final String READING_FORMS = HttpService.class.getName() + "$Forms";
    private static final String KEEPING = HttpService.class.getName() + "$Keeping";

    private static ServiceRun start(Jdk jdk, String argument, String... options) {
        return ServiceRun.start(jdk, ClassPath.jars(JARS), HttpService.class, argument, options);
    }

    @OnOldestAndNewestJdk
    void namesTheHandlerThatForgets(Jdk jdk) throws Exception {
        try (ServiceRun run = start(jdk, "leak")) {
            assertThat(run.leak()).contains("Last held by " + FORGETFUL);
            assertThat(run.command("leaks")).containsPattern("(?m)^(- )?LEAK pooled buffers: .*Audit|^LEAK: grows");
            run.finish();
        }
    }

    /** Netty does not tell who has a buffer then, unless it is asked to. */
    @Test
    void namesItWithoutLeakDetection() throws Exception {
        Jdk jdk = Jdks.all().findFirst().orElseThrow();
        try (ServiceRun run = start(jdk, "leak", "-Dio.netty.leakDetection.level=disabled")) {
            assertThat(run.leak()).contains("Last held by " + FORGETFUL);
        }
    }

    /** Requests are composed of parts; and a connection that is there already is told of, too. */
    @Test
    void namesItWhenAttached() throws Exception {
        Jdk jdk = Jdks.all().findFirst().orElseThrow();
        String disabled = "-Dio.netty.leakDetection.level=disabled";
        try (ServiceRun run = ServiceRun.attachTo(jdk, ClassPath.jars(JARS), HttpService.class, "leak", disabled)) {
            assertThat(run.leak()).contains("Last held by " + FORGETFUL);
            run.finish();
        }
    }

    /** The one that had it last is another then: it has released it. */
    @OnOneJdk
    void namesTheHandlerThatRetains(Jdk jdk) throws Exception {
        try (ServiceRun run = start(jdk, "keep")) {
            assertThat(run.leak()).contains("Retained by " + KEEPING + " (most)");
            run.finish();
        }
    }

    /** A byte of it is enough. */
    @OnOneJdk
    void namesTheHandlerThatRetainsAPart(Jdk jdk) throws Exception {
        try (ServiceRun run = start(jdk, "slice")) {
            assertThat(run.leak()).contains("Parts kept by " + KEEPING + " (most)");
            run.finish();
        }
    }

    /** The decoder is Netty's, and allocates only for the handler that forgets it. */
    @OnOneJdk
    void namesTheHandlerThatForgetsADecoder(Jdk jdk) throws Exception {
        try (ServiceRun run = start(jdk, "form")) {
            assertThat(run.leak()).contains("Most allocated at " + READING_FORMS + ".channelRead(");
            run.finish();
        }
    }

    @OnOneJdk
    void doesNotAccuseOneThatDoesNot(Jdk jdk) throws Exception {
        try (ServiceRun run = start(jdk, "quiet", ServiceRun.WITH_C2)) {
            run.poolsThatDoNotLeak();
            run.finish();
        }
    }
}
