package io.nmt.cli.export;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values by number, in the order in which they came. Not thread-safe. */
final class IndexTable<T> {
    private final Map<T, Integer> numbers = new LinkedHashMap<>();

    /** With a value that has the number 0. */
    IndexTable(T zero) {
        numbers.put(zero, 0);
    }

    /** Its number, a new one if it has none. */
    int number(T value) {
        Integer known = numbers.putIfAbsent(value, numbers.size());
        return known == null ? numbers.size() - 1 : known;
    }

    /** All, by number. */
    List<T> values() {
        return new ArrayList<>(numbers.keySet());
    }
}
