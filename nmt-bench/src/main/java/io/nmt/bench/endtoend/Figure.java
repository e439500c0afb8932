package io.nmt.bench.endtoend;

/** A figure of a run: a row of the table. */
enum Figure {
    RSS_AT_START("RSS at start", "MiB"),
    START_UP("start-up: first answer", "ms"),
    STARTED_IN("start-up: Quarkus' \"started in\"", "ms"),
    COLD_MEAN("cold: mean", "ms"),
    COLD_P50("cold: P50", "ms"),
    COLD_P90("cold: P90", "ms"),
    COLD_P99("cold: P99", "ms"),
    WARM_MEAN("warm: mean", "ms"),
    WARM_P50("warm: P50", "ms"),
    WARM_P90("warm: P90", "ms"),
    WARM_P99("warm: P99", "ms"),
    RSS_AFTER_LOAD("RSS after both loads", "MiB");

    final String label;
    final String unit;

    Figure(String label, String unit) {
        this.label = label;
        this.unit = unit;
    }
}
