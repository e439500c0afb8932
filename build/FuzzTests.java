import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs Jazzer's tests: where the variable {@code JAZZER_FUZZ} is true, each class in a JVM of its own, as many at once
 * as there are processors; else all in one, which replays the inputs that are known. What they print is shown only
 * where one fails; else a line says how much was tried.
 *
 * <p>Arguments: the folder of compiled tests, a regular expression for the simple names of those to run, options of
 * their JVMs. Their class path is that of this program, their working directory, too, where {@code X.log} has what
 * {@code X} printed.
 */
final class FuzzTests {
    private static final Pattern UNITS = Pattern.compile("stat::number_of_executed_units: (\\d+)");

    private static final Pattern INPUTS = Pattern.compile("\\[ +(\\d+) tests successful +]");
    private static final boolean SEARCH = Boolean.parseBoolean(System.getenv("JAZZER_FUZZ"));

    private record Run(String test, Path log, Process process) {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Path classes = Path.of(args[0]);
        Pattern wanted = Pattern.compile(args[1]);
        List<String> options = List.of(args).subList(2, args.length);

        List<Run> runs = new ArrayList<>();
        int atOnce = Runtime.getRuntime().availableProcessors();
        boolean failed = false;
        List<String> tests = testsIn(classes, wanted);
        for (List<String> one : SEARCH ? tests.stream().map(List::of).toList() : List.of(tests)) {
            if (runs.size() >= atOnce) {
                failed |= !succeeds(runs.remove(0));
            }
            runs.add(start(one, options));
        }
        for (Run run : runs) {
            failed |= !succeeds(run);
        }
        System.exit(failed ? 1 : 0);
    }

    private static List<String> testsIn(Path classes, Pattern wanted) throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            return files.map(file -> classes.relativize(file).toString())
                    .filter(file -> file.endsWith(".class"))
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace(File.separatorChar, '.'))
                    .filter(name -> name.endsWith("FuzzTest")
                            && wanted.matcher(name.substring(name.lastIndexOf('.') + 1))
                                    .matches())
                    .sorted()
                    .toList();
        }
    }

    private static Run start(List<String> tests, List<String> options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-classpath", System.getProperty("java.class.path")));
        command.addAll(List.of("org.junit.platform.console.ConsoleLauncher", "execute"));
        tests.forEach(test -> command.addAll(List.of("--select-class", test)));
        command.addAll(List.of("--disable-banner", "--disable-ansi-colors"));
        command.addAll(List.of("--details=summary", "--fail-if-no-tests"));
        String test = tests.get(0);
        Path log = Path.of(SEARCH ? test.substring(test.lastIndexOf('.') + 1) + ".log" : "known-inputs.log");
        ProcessBuilder builder = new ProcessBuilder(command);
        return new Run(
                String.join(", ", tests),
                log,
                builder.redirectErrorStream(true).redirectOutput(log.toFile()).start());
    }

    private static boolean succeeds(Run run) throws IOException, InterruptedException {
        int exitCode = run.process().waitFor();
        String output = Files.readString(run.log());
        Matcher units = (SEARCH ? UNITS : INPUTS).matcher(output);
        if (exitCode == 0 && units.find()) {
            String said = SEARCH ? "%s holds for %s inputs%n" : "%s hold for %s known inputs%n";
            System.out.printf(said, run.test(), units.group(1));
            return true;
        }
        System.out.printf("%s%n%s failed (exit code %d)%n", output, run.test(), exitCode);
        return false;
    }
}
