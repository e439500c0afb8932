package io.nmt.cli.process;

import io.nmt.channel.CommandException;
import io.nmt.channel.CommandSocket;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** The sockets of this user's processes that were killed. A process that ends removes its own. */
final class StaleSockets {
    private static final Path TMP = Path.of("/tmp");

    private StaleSockets() {}

    /** Removes them, as far as that can be done. */
    static void remove() {
        if (!ProcFile.available()) {
            return;
        }
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(TMP, CommandSocket.PREFIX + "*")) {
            int user = ProcFile.own().user();
            for (Path directory : directories) {
                remove(directory, user);
            }
        } catch (IOException | CommandException | RuntimeException e) {
            // They do no harm.
        }
    }

    private static void remove(Path directory, int user) throws IOException {
        Path socket = CommandSocket.in(directory);
        String pid = CommandSocket.process(directory);
        // One that is answered belongs to a process of another container, which shares this directory.
        if (!Files.exists(Path.of("/proc", pid))
                && Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                && Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                        .equals(user)
                && Files.exists(socket, LinkOption.NOFOLLOW_LINKS)
                && !CommandSocket.isAnswered(socket)) {
            CommandSocket.delete(directory);
        }
    }
}
