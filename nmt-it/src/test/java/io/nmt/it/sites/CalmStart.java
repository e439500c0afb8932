package io.nmt.it.sites;

import static io.nmt.testkit.ChildJvm.runCommand;

import io.nmt.testkit.Awaited;
import io.nmt.testkit.Child;
import io.nmt.testkit.Jdk;

/**
 * The start of a program that fills its heap: the history has a point, and a command has been answered. On a busy
 * machine alone, these would begin in a full heap, as in {@code HistoryIT}.
 */
final class CalmStart {
    private CalmStart() {}

    /** Lets it begin. */
    static void begin(Jdk jdk, Child child) {
        child.awaitLine("ready");
        Awaited.untilAnswered(
                told -> told.contains("RSS"),
                () -> runCommand(jdk, "history", child).expectExit(0).out());
        child.say("begin");
    }
}
