package io.nmt.core.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassNamesTest {
    @ParameterizedTest
    @CsvSource({
        "com.acme.App$$Lambda$14/0x0000000800c03000, com.acme.App$$Lambda",
        "com.acme.App$$Lambda/0x0000000800c03000, com.acme.App$$Lambda",
        "com.acme.Script12/0x1, com.acme.Script",
        "com.acme.Base64Coder/0x1, com.acme.Base64Coder",
        "com.acme.Script12, com.acme.Script",
        "com.acme.Rule+0x00007f1234c03000$$StringConcat/0x0000000800c03000, com.acme.Rule$$StringConcat",
        "com.acme.Rule+0x1+0x2$$Lambda$3/0x1, com.acme.Rule$$Lambda",
        "com.acme.Rule_0x00007f1234c03000$$Lambda/0x0000000800c03000, com.acme.Rule$$Lambda",
        "com.acme.Q0x1_0x2_0xag/0x1, com.acme.Q0x1g",
        "0x1/0x1, 0x",
        "1/0x1, 1",
        "/0x1, ''",
    })
    void hiddenClassesOfOneKindHaveOneName(String name, String kind) {
        assertThat(ClassNames.withoutNumber(name)).isEqualTo(kind);
    }
}
