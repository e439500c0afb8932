package io.nmt.cli.process;

import io.nmt.channel.CommandException;
import io.nmt.channel.Reason;
import io.nmt.cli.guard.BoundedCall;
import io.nmt.cli.guard.Modules;
import io.nmt.cli.guard.RefusedException;
import io.nmt.cli.options.Patience;
import io.nmt.report.reading.OutsideReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A process as it is read with nothing loaded into it.
 *
 * @param pid its id
 * @param name its main class or jar
 * @param jdk the version of its JDK; a question mark if it is unknown
 * @param upNanos since its start
 * @param reading of its memory
 */
public record OutsideProcess(long pid, String name, String jdk, long upNanos, OutsideReader.Reading reading) {
    /**
     * Reads it. Where its JVM must not be asked, or does not answer, {@code /proc} alone is read.
     *
     * @param pid of the process
     * @param patience how long its JVM may be silent
     * @param problem takes why the JVM was not asked, in one line
     * @return what can be read
     * @throws CommandException if there is no such process, it is no JVM, or nothing can be read
     */
    public static OutsideProcess read(long pid, Patience patience, Consumer<String> problem) throws CommandException {
        TargetProcess target = TargetProcess.ofAnyUser(pid);
        try {
            return of(target, readAnswered(target, patience, problem));
        } catch (IOException e) {
            throw new CommandException(
                    target.isAlive()
                            ? "process " + pid + " cannot be read from outside: " + Reason.of(e)
                            : "process " + pid + " has ended");
        }
    }

    private static OutsideReader.Reading readAnswered(TargetProcess target, Patience patience, Consumer<String> problem)
            throws CommandException, IOException {
        UnaryOperator<String> silent = command -> "";
        if (target.proc().isStopped() && target.seemsJvm()) {
            problem.accept("process " + target.pid() + " is stopped");
            return OutsideReader.read(target.proc().directory().toFile(), silent);
        }
        try {
            TargetProcess.of(target.pid());
            target.awaitAttachable();
            Modules.require(Modules.ATTACH);
        } catch (RefusedException e) {
            if (!target.seemsJvm()) {
                throw e;
            }
            problem.accept(e.getMessage());
            return OutsideReader.read(target.proc().directory().toFile(), silent);
        }
        try {
            return BoundedCall.call(
                    () -> read(target),
                    patience.answerMillis(),
                    () -> target.silentFor(patience.answerMillis()).getMessage());
        } catch (CommandException | IOException e) {
            problem.accept("its JVM does not answer: " + Reason.of(e));
            return OutsideReader.read(target.proc().directory().toFile(), silent);
        }
    }

    private static OutsideReader.Reading read(TargetProcess target) throws IOException {
        JcmdSocket jcmd = JcmdSocket.open(target.pid(), target.attachSocket());
        try {
            return OutsideReader.read(target.proc().directory().toFile(), command -> {
                try {
                    return jcmd.run(command);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static OutsideProcess of(TargetProcess target, OutsideReader.Reading reading) {
        String jdk = target.proc().jdkVersion();
        long upNanos = ProcessHandle.of(target.pid())
                .flatMap(process -> process.info().startInstant())
                .map(start -> Math.max(0, Duration.between(start, Instant.now()).toNanos()))
                .orElse(0L);
        String main = JvmOptions.mainOf(target.proc().directory());
        return new OutsideProcess(
                target.pid(), main.isEmpty() ? "a process" : main, jdk.isEmpty() ? "?" : jdk, upNanos, reading);
    }
}
