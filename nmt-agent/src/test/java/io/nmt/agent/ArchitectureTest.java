package io.nmt.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;

/** Who may know whom: what runs inside hooks knows java.base alone, and arrows run one way, agent to jfr to core. */
@AnalyzeClasses(packages = "io.nmt", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String[] HOOKS = {"io.nmt.core.hooks..", "io.nmt.core.linker..", "io.nmt.core.libraries.."};

    private static final String[] INSIDE_HOOKS = {
        "io.nmt.core.hooks..",
        "io.nmt.core.jdk..",
        "io.nmt.core.linker..",
        "io.nmt.core.libraries..",
        "io.nmt.core.tracker..",
        "io.nmt.core.concurrent..",
        "io.nmt.core.counters..",
        "io.nmt.core.blocks..",
        "io.nmt.core.categories..",
        "io.nmt.core.origins..",
        "io.nmt.core.pools..",
        "io.nmt.core.sites..",
    };

    // Exactly these packages, not those below them: java.util.logging and java.util.prefs are other modules.
    private static final String[] OF_JAVA_BASE = {
        "java.lang",
        "java.lang.invoke",
        "java.lang.ref",
        "java.lang.reflect",
        "java.nio",
        "java.time",
        "java.util",
        "java.util.concurrent",
        "java.util.concurrent.atomic",
        "java.util.function",
        "java.util.stream",
        "jdk.internal.misc",
        "jdk.internal.reflect",
    };

    @ArchTest
    static final ArchRule INSIDE_HOOKS_JAVA_BASE_ALONE = classes()
            .that()
            .resideInAnyPackage(INSIDE_HOOKS)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(with(with(INSIDE_HOOKS, "io.nmt.core.snapshot.."), OF_JAVA_BASE));

    @ArchTest
    static final ArchRule NO_REPORT_AND_NO_ALLOCATOR_INSIDE_HOOKS = noClasses()
            .that()
            .resideInAnyPackage(INSIDE_HOOKS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.nmt.core.report..", "io.nmt.core.alloc..", "io.nmt.core");

    @ArchTest
    static final ArchRule THE_CORE_KNOWS_NOBODY = noClasses()
            .that()
            .resideInAPackage("io.nmt.core..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.nmt.jfr..", "io.nmt.agent..", "jdk.jfr..", "java.util.logging..", "net.bytebuddy..");

    @ArchTest
    static final ArchRule JFR_DOES_NOT_KNOW_THE_AGENT = noClasses()
            .that()
            .resideInAPackage("io.nmt.jfr..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.nmt.agent..", "net.bytebuddy..");

    @ArchTest
    static final ArchRule HOOKS_ARE_CALLED_BY_THE_AGENT_AND_THE_ALLOCATOR_ALONE = noClasses()
            .that()
            .resideOutsideOfPackages(with(HOOKS, "io.nmt.core.alloc..", "io.nmt.agent.."))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(HOOKS);

    private static String[] with(String[] packages, String... more) {
        String[] all = Arrays.copyOf(packages, packages.length + more.length);
        System.arraycopy(more, 0, all, packages.length, more.length);
        return all;
    }
}
