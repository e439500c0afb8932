package io.nmt.testkit;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that runs commands of the agent's jar as it is shipped, one after another: the JVM's start costs more than the
 * command. Each test takes one that is idle, or starts one, so there are as many as tests run at once. They end with
 * this JVM.
 */
final class CommandJvm {
    private static final Map<Jdk, BlockingDeque<CommandJvm>> IDLE = new ConcurrentHashMap<>();
    private static final String PROGRAM = "io.nmt.testkit.Commands";

    private final Process process;
    private final DataOutputStream questions;
    private final DataInputStream answers;
    private final Output complaints;

    private CommandJvm(List<String> command, File directory) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory);
        Child.removeJvmOptions(builder);
        process = builder.start();
        questions = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
        answers = new DataInputStream(new BufferedInputStream(process.getInputStream()));
        complaints = new Output(process.getErrorStream());
    }

    /** Runs a command to its end. */
    static Outcome run(Jdk jdk, List<String> options, File directory, String... arguments) {
        BlockingDeque<CommandJvm> idle = IDLE.computeIfAbsent(jdk, wanted -> new LinkedBlockingDeque<>());
        try {
            CommandJvm jvm = idle.pollFirst();
            if (jvm == null) {
                jvm = start(jdk, options, directory);
            }
            Outcome outcome = jvm.run(arguments);
            idle.addFirst(jvm);
            return outcome;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CommandJvm start(Jdk jdk, List<String> options, File directory) throws IOException {
        List<String> command = new ArrayList<>(List.of(jdk.tool("java").toString()));
        command.addAll(options);
        String jar = ChildJvm.agentJar();
        command.addAll(List.of("-cp", jar + File.pathSeparator + ChildJvm.locationOf(Commands.class), PROGRAM, jar));
        return new CommandJvm(command, directory);
    }

    private Outcome run(String... arguments) throws IOException {
        CompletableFuture<Void> end = CompletableFuture.runAsync(
                process::destroyForcibly,
                CompletableFuture.delayedExecutor(new Deadline().millisLeft(), TimeUnit.MILLISECONDS));
        String command = "nmt " + String.join(" ", arguments);
        try {
            questions.writeInt(arguments.length);
            for (String argument : arguments) {
                questions.writeUTF(argument);
            }
            questions.flush();
            return new Outcome(command, answers.readInt(), read(), read());
        } catch (IOException e) {
            process.destroyForcibly();
            throw new IOException("No answer to: " + command + "\n" + complaints.soFar(), e);
        } finally {
            end.cancel(false);
        }
    }

    private String read() throws IOException {
        byte[] bytes = new byte[answers.readInt()];
        answers.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
