package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.cli.options.Watch;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where resident memory is. */
@Command(
        name = "rss",
        description = {
            "Show where resident memory is: why RSS is large, a pod is killed.",
            "Its lines add up to RSS, and words say what they mean. Linux."
        })
public final class RssCommand extends ScaledCommand {
    @Option(names = "--trim", description = "Have malloc give back what it keeps free, and show what that changed.")
    private boolean trim;

    @Option(names = "--advise", description = "Propose limits for heap, direct buffers and container.")
    private boolean advise;

    @Option(names = "--arenas", description = "Show malloc's arenas, where the JVM tells them: from JDK 21 on.")
    private boolean arenas;

    @Mixin
    private Watch watch;

    @Spec
    private CommandSpec spec;

    private final String watcher = UUID.randomUUID().toString();

    private void check() {
        if (trim && (advise || arenas || watch.isWanted())) {
            throw new ParameterException(spec.commandLine(), "--trim goes with none of --advise, --arenas, --watch");
        }
    }

    @Override
    void addOptions(Map<String, String> options) {
        super.addOptions(options);
        addFlag("trim", trim, options);
        addFlag("advise", advise, options);
        addFlag("arenas", arenas, options);
        if (watch.isWanted()) {
            options.put("watcher", watcher);
        }
    }

    private static void addFlag(String name, boolean given, Map<String, String> options) {
        if (given) {
            options.put(name, "true");
        }
    }

    @Override
    Watch watch() {
        return watch.isWanted() ? watch : null;
    }

    @Override
    public Integer call() throws CommandException, IOException {
        check();
        return super.call();
    }
}
