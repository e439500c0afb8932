package io.nmt.agent;

import io.nmt.cli.Main;
import io.nmt.testkit.Captured;
import io.nmt.testkit.Outcome;
import java.util.stream.Collectors;

/** Runs the command line in the JVM that Jazzer has for itself. */
final class FuzzedRun {
    private static final String OF_JAZZER = "INFO: ";

    private FuzzedRun() {}

    static Outcome of(String... arguments) throws Exception {
        Captured captured = Captured.from(() -> Main.run(CommandLineStart::problemOf, arguments));
        String err = captured.err()
                .lines()
                .filter(line -> !line.startsWith(OF_JAZZER))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
        return new Outcome(String.join(" ", arguments), captured.exitCode(), captured.out(), err);
    }
}
