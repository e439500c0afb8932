package io.nmt.spark;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The arguments of {@link FleetCompare}.
 *
 * @param from the first version
 * @param to the second
 * @param error how probable it may be that a change which is reported is chance, between 0 and 1
 * @param options of the data source
 * @param paths one or more
 */
record FleetArguments(String from, String to, double error, Map<String, String> options, List<String> paths) {
    static final String USAGE = "Usage: spark-submit --class io.nmt.spark.FleetCompare nmt-spark.jar --from VERSION"
            + " --to VERSION [--error 0.01] [--host-pattern REGEX] [--version-pattern REGEX] [--version-property NAME]"
            + " [--files-per-task N] PATH...";

    private static final Map<String, String> OPTIONS = Map.of(
            "--host-pattern", "hostPattern",
            "--version-pattern", "versionPattern",
            "--version-property", "versionProperty",
            "--files-per-task", "filesPerPartition");

    static FleetArguments parse(String[] args) {
        Map<String, String> named = new HashMap<>();
        Map<String, String> options = new HashMap<>();
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < args.length; i++) {
            if (!args[i].startsWith("--")) {
                paths.add(args[i]);
            } else if (i + 1 == args.length) {
                throw new IllegalArgumentException(args[i] + " has no value");
            } else if (OPTIONS.containsKey(args[i])) {
                options.put(OPTIONS.get(args[i]), args[++i]);
            } else if (List.of("--from", "--to", "--error").contains(args[i])) {
                named.put(args[i], args[++i]);
            } else {
                throw new IllegalArgumentException("there is no option " + args[i]);
            }
        }
        if (!named.containsKey("--from") || !named.containsKey("--to") || paths.isEmpty()) {
            throw new IllegalArgumentException("--from, --to and a path are needed");
        }
        return new FleetArguments(
                named.get("--from"),
                named.get("--to"),
                error(named.getOrDefault("--error", "0.01")),
                options,
                List.copyOf(paths));
    }

    private static double error(String text) {
        try {
            double error = Double.parseDouble(text);
            if (error > 0 && error < 1) {
                return error;
            }
        } catch (NumberFormatException e) {
            // As below.
        }
        throw new IllegalArgumentException("--error is " + text + ", and must be between 0 and 1");
    }
}
