package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of classes in little room. */
class ClassNamesTest {
    @ParameterizedTest
    @CsvSource({
        "jdk.internal.loader.ClassLoaders$AppClassLoader, 47, jdk.internal.loader.ClassLoaders$AppClassLoader",
        "jdk.internal.loader.ClassLoaders$AppClassLoader, 46, j.i.l.ClassLoaders$AppClassLoader",
        "jdk.internal.loader.ClassLoaders$AppClassLoader, 32, ClassLoaders$AppClassLoader",
        "jdk.internal.loader.ClassLoaders$AppClassLoader, 16, $AppClassLoader",
        "jdk.internal.loader.ClassLoaders$PlatformClassLoader, 16, $Plat…lassLoader",
        "com.acme.PluginLoader, 12, PluginLoader",
        "a_b.c1.Type, 9, a.c.Type",
        "<boot class loader>, 10, <bo…oader>",
        "com.acme.Cache.put(Cache.java:35), 20, com.ac…ache.java:35)",
        "'', 5, ''"
    })
    void fitted(String name, int most, String shown) {
        assertThat(ClassNames.fitted(name, most)).isEqualTo(shown).hasSizeLessThanOrEqualTo(Math.max(4, most));
    }
}
