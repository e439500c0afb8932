package io.nmt.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The Java files of each module, its tests included, and of the build. */
final class SourceFiles {
    private SourceFiles() {}

    static List<Path> java() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path folder : folders()) {
            try (Stream<Path> all = Files.walk(folder)) {
                all.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
            }
        }
        return files;
    }

    private static List<Path> folders() throws IOException {
        List<Path> folders = new ArrayList<>();
        folders.add(Path.of("..", "build"));
        for (Path parent : List.of(Path.of(".."), Path.of("..", "integrations"))) {
            try (Stream<Path> modules = Files.list(parent)) {
                modules.map(module -> module.resolve("src"))
                        .filter(Files::isDirectory)
                        .forEach(folders::add);
            }
        }
        return folders;
    }
}
