package io.nmt.it.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The JDKs that tests must run on ({@code mvn -Pci}): none of them is silently missing. */
@EnabledIfSystemProperty(named = RequiredJdksIT.REQUIRED, matches = ".+")
class RequiredJdksIT {
    static final String REQUIRED = "nmt.jdks.required";

    @Test
    void areAllFound() {
        assertThat(Jdks.all().map(Jdk::feature).map(String::valueOf))
                .contains(System.getProperty(REQUIRED).split(","));
    }
}
