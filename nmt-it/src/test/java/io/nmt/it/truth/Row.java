package io.nmt.it.truth;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A row: what is wrong in each column. Not thread-safe. */
final class Row {
    /**
     * Defects that are known: a pattern of a surface and of what it tells, with the reason. One that is mended is no
     * failure: the mend may come first.
     */
    static final Map<String, String> OPEN = Map.of(
            "its recording's page: lacks (GROWING RSS|UNKNOWN rest of RSS growth)",
            "a recording of JDK 17 has no course of RSS",
            "its recording's page: tells UNKNOWN rest of RSS growth",
            "a recording does not know how much of the Java heap was first used",
            "its recording's page: tells (LEAK|GROWING) (Direct Buffer|Zip|Unsafe)",
            "a recording's lines have no error of their rates, so that their category is told beside them");

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

    /** Returns the faults that are no known defects. */
    List<String> failures() {
        List<String> all = new ArrayList<>();
        wrong.forEach((surface, faults) -> faults.stream()
                .filter(fault -> !isOpen(surface, fault))
                .forEach(fault -> all.add(plant.name() + ", " + surface + ": " + fault)));
        return all;
    }

    /** Returns all faults, a line for each cell. */
    List<String> faults() {
        List<String> all = new ArrayList<>();
        wrong.forEach((surface, faults) -> {
            if (!faults.isEmpty()) {
                all.add(plant.name() + ", " + surface + ": " + faults);
            }
        });
        return all;
    }

    private static boolean isOpen(String surface, String fault) {
        String told = surface + ": " + fault;
        return OPEN.keySet().stream().anyMatch(told::matches);
    }

    String cell(String surface) {
        List<String> faults = wrong.getOrDefault(surface, List.of("not asked"));
        boolean open = faults.stream().allMatch(fault -> isOpen(surface, fault));
        return faults.isEmpty() ? "yes" : open ? "open" : "NO";
    }
}
