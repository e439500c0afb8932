package io.nmt.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Predicate;

/** Reads a stream of a process to its end, on a thread of its own, and gives out its lines as they come. */
final class Output extends Thread {
    // Guarded by this.
    private final StringBuilder text = new StringBuilder();
    private int nextLine;
    private boolean ended;

    private final InputStream stream;

    Output(InputStream stream) {
        super("output");
        this.stream = stream;
        setDaemon(true);
        start();
    }

    @Override
    public void run() {
        char[] buffer = new char[8192];
        try (Reader reader = new InputStreamReader(stream, StandardCharsets.UTF_8)) {
            for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
                append(buffer, n);
            }
        } catch (IOException e) {
            // The test has closed it, with the process.
        } finally {
            end();
        }
    }

    private synchronized void append(char[] chars, int length) {
        text.append(chars, 0, length);
        notifyAll();
    }

    private synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** Returns the next line that {@code wanted} takes, or empty at the end of the stream or at the deadline. */
    synchronized Optional<String> awaitLine(Predicate<String> wanted, Deadline deadline) throws InterruptedException {
        while (true) {
            for (int end = text.indexOf("\n", nextLine); end >= 0; end = text.indexOf("\n", nextLine)) {
                String line = text.substring(nextLine, end).stripTrailing();
                nextLine = end + 1;
                if (wanted.test(line)) {
                    return Optional.of(line);
                }
            }
            if (ended || deadline.millisLeft() <= 0) {
                return Optional.empty();
            }
            wait(deadline.millisLeft());
        }
    }

    synchronized String soFar() {
        return text.toString();
    }
}
