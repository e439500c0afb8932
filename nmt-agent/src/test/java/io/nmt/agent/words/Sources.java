package io.nmt.agent.words;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The main code of all modules and integrations, parsed but not compiled. */
final class Sources {
    private static final Path ROOT = Path.of("..");
    private static final List<String> MODULES = List.of(
            "nmt-core",
            "nmt-report",
            "nmt-channel",
            "nmt-jfr",
            "nmt-cli",
            "nmt-agent",
            "integrations/junit",
            "integrations/jmh",
            "integrations/jmc",
            "integrations/micrometer",
            "integrations/spark");
    private static final Path PAGES = ROOT.resolve("nmt-report/src/main/resources/io/nmt/report/page");

    private Sources() {}

    static List<Path> java() {
        return MODULES.stream()
                .map(module -> ROOT.resolve(module).resolve("src/main/java"))
                .flatMap(folder -> files(folder, ".java"))
                .toList();
    }

    /** Scripts of pages, without libraries. */
    static List<Path> scripts() {
        return files(PAGES, ".js")
                .filter(file -> !file.toString().endsWith(".bundle.js"))
                .toList();
    }

    static List<Parsed> parse(List<Path> files) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null,
                    manager,
                    problem -> {},
                    List.of("-proc:none"),
                    null,
                    manager.getJavaFileObjectsFromPaths(files));
            Trees trees = Trees.instance(task);
            return Stream.iterate(task.parse().iterator(), units -> units.hasNext(), units -> units)
                    .map(units -> new Parsed(units.next(), trees))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> files(Path folder, String suffix) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A parsed file, with what finds javadoc in it. */
    record Parsed(CompilationUnitTree unit, Trees trees) {
        String packageName() {
            return unit.getPackageName() == null ? "" : unit.getPackageName().toString();
        }
    }
}
