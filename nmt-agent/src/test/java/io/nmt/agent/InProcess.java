package io.nmt.agent;

import io.nmt.cli.Main;
import io.nmt.testkit.Captured;
import io.nmt.testkit.Outcome;

/** Runs the command line in the test's own JVM, many times a second. Not beside anything else that prints. */
final class InProcess {
    private InProcess() {}

    static Outcome run(String... arguments) {
        try {
            Captured captured = Captured.from(() -> Main.run(CommandLineStart::problemOf, arguments));
            return new Outcome(String.join(" ", arguments), captured.exitCode(), captured.out(), captured.err());
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("the command line throws checked exceptions", e);
        }
    }
}
