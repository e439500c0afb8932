package io.nmt.it.truth;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A row: what is wrong in each column. Not thread-safe. */
final class Row {
    private final Plant plant;
    private final Map<String, List<String>> wrong = new LinkedHashMap<>();

    Row(Plant plant) {
        this.plant = plant;
    }

    Plant plant() {
        return plant;
    }

    /** Fills a cell. */
    void put(String surface, List<String> faults) {
        wrong.put(surface, faults);
    }

    boolean isRight() {
        return failures().isEmpty();
    }

    /** Returns all faults. */
    List<String> failures() {
        List<String> all = new ArrayList<>();
        wrong.forEach(
                (surface, faults) -> faults.forEach(fault -> all.add(plant.name() + ", " + surface + ": " + fault)));
        return all;
    }

    String cell(String surface) {
        List<String> faults = wrong.getOrDefault(surface, List.of("not asked"));
        return faults.isEmpty() ? "yes" : "NO";
    }
}
