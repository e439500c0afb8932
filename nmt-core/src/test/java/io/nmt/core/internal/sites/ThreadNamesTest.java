package io.nmt.core.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThreadNamesTest {
    @Test
    void ofALongNameTheFirstCharactersCount() {
        String name = "select ".repeat(1000);
        int id = ThreadNames.of(name + "1");
        assertThat(ThreadNames.of(name + "2")).isEqualTo(id);
        assertThat(name).startsWith(ThreadNames.withId(id));
        assertThat(ThreadNames.withId(id)).hasSize(200);
    }
}
