package io.nmt.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** It is a user of nmt-core and nmt-jfr like any other, and of Spark's Java API. */
@AnalyzeClasses(packages = "io.nmt.spark", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule THE_API_ALONE_IS_USED = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.nmt.core.internal..", "io.nmt.report.reading..", "io.nmt.agent..", "scala..");

    @ArchTest
    static final ArchRule NOTHING_OF_NMT_CORE_IS_LOADED_BEFORE_THE_AGENT = noClasses()
            .that()
            .resideInAPackage("io.nmt.spark")
            .and()
            .doNotHaveSimpleName("StateReader")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.nmt.core..", "io.nmt.jfr..");

    @ArchTest
    static final ArchRule NO_CIRCLES =
            slices().matching("io.nmt.(spark..)").should().beFreeOfCycles();
}
