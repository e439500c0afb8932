package io.nmt.core.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nmt.core.model.Category;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CategoryRuleTest {
    private static final Category CATEGORY = Category.of("CategoryRuleTest");

    @ParameterizedTest
    @CsvSource({
        "com.acme.*,          com.acme.Codec,         true",
        "com.acme.*,          com.acme.Codec$Block,   true",
        "com.acme.*,          com.acme.lz.Compressor, true",
        "com.acme.*,          com.acme,               false",
        "com.acme.*,          com.acmeware.Codec,     false",
        "com.acme.*,          org.com.acme.Codec,     false",
        "com.acme.Codec,      com.acme.Codec,         true",
        "com.acme.Codec,      com.acme.Codec$Block,   true",
        "com.acme.Codec,      com.acme.Codec$1$2,     true",
        "com.acme.Codec,      com.acme.Codecs,        false",
        "com.acme.Codec,      com.acme.Codec.Block,   false",
        "com.acme.Codec,      com.acme.Code,          false",
        "com.acme.Codec$Block,com.acme.Codec$Block,   true",
        "com.acme.Codec$Block,com.acme.Codec$Block$1, true",
        "com.acme.Codec$Block,com.acme.Codec,         false",
        "Main,                Main,                   true",
        "Main,                com.acme.Main,          false",
        "com.größe.Änderung-1,com.größe.Änderung-1,   true",
    })
    void whatARuleAppliesTo(String pattern, String className, boolean applies) {
        assertThat(new CategoryRule(pattern, CATEGORY).appliesTo(className)).isEqualTo(applies);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                ".*",
                "**",
                "com.*.codec",
                "com.acme*",
                "com..acme",
                ".acme",
                "acme.",
                "com/acme",
                "a b",
                "1bad",
                "com.1bad",
                "com.acme.1bad.*",
                "-bad",
                "com.acme;",
                "[com.acme.Codec"
            })
    void notAPattern(String pattern) {
        assertThatThrownBy(() -> new CategoryRule(pattern, CATEGORY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(pattern);
    }

    @Test
    void theLongerNameSaysMore() {
        CategoryRule ofPackage = new CategoryRule("com.acme.*", CATEGORY);
        CategoryRule ofClass = new CategoryRule("com.acme.C", CATEGORY);

        assertThat(ofClass.saysMoreThan(ofPackage)).isTrue();
        assertThat(ofPackage.saysMoreThan(ofClass)).isFalse();
        assertThat(ofPackage.saysMoreThan(ofPackage)).isFalse();
    }
}
