package io.nmt.micrometer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** It reads the agent's figures by JMX, and is a user of nmt-core like any other. */
@AnalyzeClasses(packages = "io.nmt.micrometer", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule THE_API_ALONE_IS_USED = noClasses()
            .that()
            .resideInAPackage("io.nmt.micrometer..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.nmt.core.internal..", "io.nmt.report.reading..", "io.nmt.jfr..", "io.nmt.agent..");

    @ArchTest
    static final ArchRule NO_CORE_UNLESS_AS_A_LIBRARY = noClasses()
            .that()
            .resideInAPackage("io.nmt.micrometer..")
            .and()
            .doNotHaveSimpleName("LibrarySource")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.nmt.core..");

    @ArchTest
    static final ArchRule METERS_KNOW_NO_FRAMEWORK = noClasses()
            .that()
            .resideInAPackage("io.nmt.micrometer..")
            .and()
            .haveSimpleNameNotEndingWith("AutoConfiguration")
            .and()
            .haveSimpleNameNotEndingWith("Producer")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "jakarta..");
}
