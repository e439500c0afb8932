package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.cli.options.TimeConverter;
import io.nmt.cli.process.Attachment;
import io.nmt.cli.process.JvmList;
import io.nmt.cli.terminal.Stdout;
import io.nmt.cli.terminal.TypedLine;
import io.nmt.core.threads.DetachedThread;
import io.nmt.demo.LeakyShop;
import io.nmt.report.model.Ages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a program with a leak, to try the other commands on. */
@Command(
        name = "demo",
        description = {
            "Run a program with a leak, to try the other commands on.",
            "It is a JVM of its own, with the agent, and ends by itself or by Ctrl-C."
        })
public final class DemoCommand implements Callable<Integer> {
    private static final String NAME = LeakyShop.class.getSimpleName();
    private static final int MAX_LOOKS = 100;
    private static final long PAUSE_MILLIS = 50;
    private static final long USUAL_MILLIS = 300_000;
    private static final long MILLIS_PER_SECOND = 1000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int FIRST_WITH_WARNING = 21;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = TimeConverter.Interval.class,
            description = "Time to run, " + TimeConverter.UNITS + ". If not given, 5m.")
    private Long millis;

    /** For picocli. */
    public DemoCommand() {}

    @Override
    public Integer call() throws CommandException, IOException, InterruptedException {
        long seconds = Math.max(1, (millis == null ? USUAL_MILLIS : millis) / MILLIS_PER_SECOND);
        Process demo = new ProcessBuilder(command(seconds)).inheritIO().start();
        Runtime.getRuntime().addShutdownHook(DetachedThread.of("nmt-demo-end", demo::destroy));
        awaitName(demo);
        Stdout.print("LeakyShop, a program with a leak, runs for " + Ages.format(seconds * NANOS_PER_SECOND)
                + " as process " + demo.pid() + ".\nCtrl-C ends it. In another terminal, type:\n"
                + "    " + TypedLine.of(List.of(NAME)) + "\n"
                + "    " + TypedLine.of(List.of("top", NAME)) + "\n");
        return demo.waitFor();
    }

    /** Waits until others can find it by its name, which a JVM publishes early in its start. */
    private static void awaitName(Process demo) throws InterruptedException {
        for (int i = 0;
                i < MAX_LOOKS
                        && demo.isAlive()
                        && !JvmList.mainClass(demo.pid()).endsWith(NAME);
                i++) {
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** Small, so it is sampled more finely than usual. */
    private static List<String> command(long seconds) throws CommandException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx64m");
        if (Runtime.version().feature() >= FIRST_WITH_WARNING) {
            command.add("-XX:+EnableDynamicAgentLoading"); // commands attach to it, without the JVM's warning
        }
        command.add("-javaagent:" + Attachment.ownJar() + "=sample=16KB");
        command.add("-cp");
        command.add(Attachment.ownJar());
        command.add(LeakyShop.class.getName());
        command.add(Long.toString(seconds));
        return command;
    }
}
