package io.nmt.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Classes of the JDK that commands use. */
class JdkClassesTest {
    @Test
    void allAreOfThisJdk() {
        List<String> names = JdkClasses.names();
        List<String> missing = names.stream().filter(name -> !isHere(name)).toList();
        assertThat(names).doesNotHaveDuplicates().noneMatch(name -> name.contains("logging"));
        assertThat(names).hasSizeGreaterThan(300);
        assertThat(missing).as("of JDK 17, 21 and 25").isEmpty();
        assertThat(JdkClasses.initializeForHistory()).isTrue();
        assertThat(JdkClasses.initialize(0)).isTrue();
    }

    private static boolean isHere(String name) {
        try {
            Class.forName(name, false, null);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
