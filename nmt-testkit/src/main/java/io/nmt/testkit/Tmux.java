package io.nmt.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** A terminal, in which a shell runs: tmux, with a server of its own. */
public final class Tmux implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 120_000;
    private static final long PAUSE_MILLIS = 50;

    private final Path socket;

    private Tmux(Path socket) {
        this.socket = socket;
    }

    /** True if tmux is installed. */
    public static boolean isInstalled() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "tmux")));
    }

    /** Opens a terminal of that size; its socket is in the directory. The environment is {@code NAME=value}. */
    public static Tmux open(Path directory, int columns, int rows, String... environment) {
        Tmux tmux = new Tmux(directory.resolve("tmux"));
        Path settings = directory.resolve("tmux.conf");
        try {
            Files.writeString(settings, "set -g status off\n"); // which would take a row
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<String> command = new ArrayList<>(List.of(
                "-f",
                settings.toString(),
                "new-session",
                "-d",
                "-x",
                Integer.toString(columns),
                "-y",
                Integer.toString(rows),
                "env",
                "-u",
                "JAVA_TOOL_OPTIONS",
                "-u",
                "NO_COLOR",
                "PS1=$ "));
        command.addAll(List.of(environment));
        command.add("sh");
        tmux.run(command.toArray(String[]::new));
        return tmux;
    }

    private String run(String... arguments) {
        List<String> command = new ArrayList<>(List.of("tmux", "-S", socket.toString()));
        command.addAll(List.of(arguments));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as("%s: %s", command, said).isZero();
            return said;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Types a line. */
    public void type(String line) {
        run("send-keys", "-l", line);
        press("Enter");
    }

    /** Presses keys, named as tmux does: {@code q}, {@code Enter}, {@code C-c}. */
    public void press(String... keys) {
        List<String> command = new ArrayList<>(List.of("send-keys"));
        command.addAll(List.of(keys));
        run(command.toArray(String[]::new));
    }

    /** Gives it another size. */
    public void resize(int columns, int rows) {
        run("resize-window", "-x", Integer.toString(columns), "-y", Integer.toString(rows));
    }

    /** The text on the screen. */
    public String screen() {
        return run("capture-pane", "-p");
    }

    /** Something that tmux knows, such as {@code #{alternate_on}}. */
    public String tell(String format) {
        return run("display-message", "-p", format).strip();
    }

    /** Waits until the screen is as wanted, and returns it. */
    public String await(String description, Predicate<String> wanted) {
        long end = System.currentTimeMillis() + PATIENCE_MILLIS;
        String screen = screen();
        while (!wanted.test(screen)) {
            assertThat(System.currentTimeMillis())
                    .as("%s, not:%n%s", description, screen)
                    .isLessThan(end);
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            screen = screen();
        }
        return screen;
    }

    /** Waits until the screen has that text, and returns it. */
    public String await(String text) {
        return await("'" + text + "' on the screen", screen -> screen.contains(text));
    }

    @Override
    public void close() {
        run("kill-server");
    }
}
