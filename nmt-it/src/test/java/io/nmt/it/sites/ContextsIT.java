package io.nmt.it.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Contexts;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import org.slf4j.MDC;

/** The values of SLF4J's MDC as names of scopes, by the option {@code mdc}: in KB, each allocation another bit. */
class ContextsIT {
    private static final String OPTIONS = "sample=1,mdc=tenant+request";
    private static final String[] SCOPES = {
        "tenant=acme " + (1 | 2 | 8 | 128),
        "tenant=acme, request=42 4",
        "tenant=acme, job=nightly 16",
        "tenant=late, job=nightly 32",
        "tenant=late 64",
        "tenant=beta 512",
        "(no scope) "
    };

    @OnEveryJdk
    void valuesOfTheKeysAreNames(Jdk jdk) {
        Outcome outcome = jvm(jdk).agent(OPTIONS).run(Contexts.class).expectSuccess();

        assertThat(scopes(outcome)).containsExactlyInAnyOrder(SCOPES);
    }

    @OnOneJdk
    void alsoWhereTheLibraryWasThereBefore(Jdk jdk) {
        try (Child child = jvm(jdk).allowAttach().start(Contexts.class, "late")) {
            child.awaitLine("ready");
            ChildJvm.runCommand(jdk, "attach", child, OPTIONS).expectSuccess();
            child.say("attached");

            assertThat(scopes(child.await())).containsExactlyInAnyOrder(SCOPES);
        }
    }

    @OnOneJdk
    void otherwiseTheyAreNot(Jdk jdk) {
        Outcome outcome = jvm(jdk).agent("sample=1").run(Contexts.class).expectSuccess();

        assertThat(scopes(outcome)).containsExactlyInAnyOrder("job=nightly " + (16 | 32), "(no scope) ");
    }

    private static ChildJvm jvm(Jdk jdk) {
        return ChildJvm.withC2InCi(jdk)
                .options("-Dslf4j.internal.verbosity=ERROR") // it says that it has no logger
                .allowUnsafe()
                .classPath(ChildJvm.testClasses(), ChildJvm.locationOf(MDC.class));
    }

    private static String[] scopes(Outcome outcome) {
        return outcome.outLines().stream()
                .filter(line -> line.contains("=") || line.startsWith("(no scope)"))
                .toArray(String[]::new);
    }
}
