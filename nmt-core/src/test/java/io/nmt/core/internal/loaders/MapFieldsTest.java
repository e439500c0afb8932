package io.nmt.core.internal.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contents of the JDK's maps, without a call of their methods. */
@SuppressWarnings({"JdkObsolete", "IdentityHashMapUsage"}) // maps of all kinds are read
class MapFieldsTest {
    private static final int MANY = 1000;

    /** All have one hash, so that a table has a tree of them. */
    private record Key(int number) implements Comparable<Key> {
        @Override
        public int hashCode() {
            return 7;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.number == number;
        }

        @Override
        public int compareTo(Key other) {
            return Integer.compare(number, other.number);
        }
    }

    /** An application's, whose methods are its own. */
    private static final class Hostile extends HashMap<Object, Object> {
        private static final long serialVersionUID = 1;

        @Override
        public Set<Entry<Object, Object>> entrySet() {
            throw new IllegalStateException("not to be called");
        }

        @Override
        public int size() {
            throw new IllegalStateException("not to be called");
        }
    }

    static List<Map<Object, Object>> maps() {
        return List.of(
                new HashMap<>(), new LinkedHashMap<>(), new ConcurrentHashMap<>(), new Hashtable<>(), new Hostile());
    }

    @ParameterizedTest
    @MethodSource("maps")
    void allOfIt(Map<Object, Object> map) {
        IntStream.range(0, MANY).forEach(i -> map.put("key " + i, "value " + i));
        IntStream.range(0, MANY).forEach(i -> map.put(new Key(i), i));
        assertThat(MapFields.contents(map))
                .hasSize(4 * MANY)
                .doesNotContainNull()
                .doesNotHaveDuplicates()
                .contains("key 0", "value 999", new Key(500), 999);
    }

    @Test
    void ofASet() {
        Set<Object> set = ConcurrentHashMap.newKeySet();
        Set<Object> other = Collections.newSetFromMap(new ConcurrentHashMap<>());
        other.add("one");
        assertThat(MapFields.contents(other)).containsExactly("one", true);
        assertThat(MapFields.contents(set)).isEmpty();
    }

    @Test
    void ofNothingElse() {
        assertThat(MapFields.contents(null)).isEmpty();
        assertThat(MapFields.contents("text")).isEmpty();
        assertThat(MapFields.contents(new IdentityHashMap<>(Map.of("a", "b")))).isEmpty();
    }

    @Test
    void isBounded() {
        Map<Object, Object> map = new HashMap<>();
        IntStream.range(0, 60_000).forEach(i -> map.put(i, i));
        assertThat(MapFields.contents(map)).hasSizeLessThanOrEqualTo((1 << 16) + 1);
    }
}
