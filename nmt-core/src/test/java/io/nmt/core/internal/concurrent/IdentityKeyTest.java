package io.nmt.core.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdentityKeyTest {
    @Test
    void isEqualForTheSameObjectOnly() {
        List<String> object = new ArrayList<>();
        List<String> equal = new ArrayList<>();
        assertThat(new IdentityKey(object))
                .isEqualTo(new IdentityKey(object))
                .hasSameHashCodeAs(new IdentityKey(object));
        assertThat(new IdentityKey(object)).isNotEqualTo(new IdentityKey(equal));
    }

    @Test
    void isGoneWhenItsObjectIs() {
        IdentityKey key = new IdentityKey(new byte[1000]);
        while (!key.isGone()) {
            System.gc();
        }
        assertThat(key).isNotEqualTo(new IdentityKey("other"));
    }
}
