package io.nmt.junit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** It is a user of nmt-core like any other, and the core does not know it. */
@AnalyzeClasses(packages = "io.nmt", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule THE_API_ALONE_IS_USED = noClasses()
            .that()
            .resideInAPackage("io.nmt.junit..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.nmt.core.internal..", "io.nmt.report.reading..", "io.nmt.jfr..", "io.nmt.agent..");

    @ArchTest
    static final ArchRule NO_OTHER_MODULE_KNOWS_IT = noClasses()
            .that()
            .resideOutsideOfPackage("io.nmt.junit..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.nmt.junit..", "org.junit..", "org.opentest4j..");

    @ArchTest
    static final ArchRule WHAT_ATTACHES_THE_AGENT_LOADS_NOTHING_OF_IT = noClasses()
            .that()
            .haveSimpleName("TrackedJvm")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.nmt.core..");
}
