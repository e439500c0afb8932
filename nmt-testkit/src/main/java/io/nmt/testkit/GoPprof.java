package io.nmt.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The real {@code go tool pprof}. Its first start may take a minute: Go builds it then. */
public final class GoPprof {
    private static final Pattern SAMPLE = Pattern.compile("^ +((?:\\d+ +)*\\d+): ((?:\\d+ )*)$");
    private static final Pattern LABEL = Pattern.compile("(\\w+):\\[([^]]*)]");
    private static final Pattern LOCATION = Pattern.compile("^ +(\\d+): 0x\\w+ (?:M=\\d+ )?(\\S+) .*$");

    private GoPprof() {}

    /** Without Go, the test is left out. */
    public static void assumeInstalled() {
        boolean found = false;
        for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            found |= Files.isExecutable(Path.of(folder, "go"));
        }
        assumeTrue(found, "go is not on the PATH");
    }

    /** Runs it and returns its output. */
    public static String run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("go", "tool", "pprof"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out;
    }

    /** A sample: its figures by type, its labels, its locations. */
    private record Sample(List<Long> values, Map<String, String> labels, Set<String> locations) {}

    /** All that it reads of a file. */
    public record Raw(
            String text,
            List<String> types,
            List<Long[]> values,
            List<Map<String, String>> labels,
            List<Set<String>> methods) {

        /** The sums of the figure with an index, by a label. */
        public Map<String, Long> sums(int type, String label) {
            Map<String, Long> sums = new TreeMap<>();
            for (int i = 0; i < values.size(); i++) {
                sums.merge(labels.get(i).getOrDefault(label, ""), values.get(i)[type], Long::sum);
            }
            return sums;
        }

        /** The sums of all figures of the stacks with a method. */
        public List<Long> sumOf(String method) {
            Long[] sums = new Long[types.size()];
            for (int type = 0; type < sums.length; type++) {
                long sum = 0;
                for (int i = 0; i < values.size(); i++) {
                    sum += methods.get(i).contains(method) ? values.get(i)[type] : 0;
                }
                sums[type] = sum;
            }
            return List.of(sums);
        }
    }

    /** Reads a file. */
    public static Raw raw(Path file) throws IOException, InterruptedException {
        String text = run("-raw", file.toString());
        List<String> types = List.of();
        List<Sample> samples = new ArrayList<>();
        Map<String, String> methods = new TreeMap<>();
        String before = "";
        boolean locations = false;
        for (String line : text.lines().toList()) {
            Matcher sample = SAMPLE.matcher(line);
            Matcher location = LOCATION.matcher(line);
            locations |= line.equals("Locations");
            if (before.equals("Samples:")) {
                types = List.of(line.strip().split(" +"));
            } else if (!locations && sample.matches()) {
                List<Long> values = new ArrayList<>();
                for (String value : sample.group(1).strip().split(" +")) {
                    values.add(Long.parseLong(value));
                }
                samples.add(new Sample(
                        values,
                        new TreeMap<>(),
                        new HashSet<>(List.of(sample.group(2).strip().split(" +")))));
            } else if (!locations && !samples.isEmpty()) {
                Matcher label = LABEL.matcher(line);
                while (label.find()) {
                    samples.get(samples.size() - 1).labels.put(label.group(1), label.group(2));
                }
            } else if (locations && location.matches()) {
                methods.put(location.group(1), location.group(2));
            }
            before = line;
        }
        return raw(text, types, samples, methods);
    }

    private static Raw raw(String text, List<String> types, List<Sample> samples, Map<String, String> methods) {
        List<Long[]> values = new ArrayList<>();
        List<Map<String, String>> labels = new ArrayList<>();
        List<Set<String>> names = new ArrayList<>();
        for (Sample sample : samples) {
            values.add(sample.values.toArray(Long[]::new));
            labels.add(sample.labels);
            Set<String> of = new HashSet<>();
            sample.locations.forEach(number -> of.add(methods.get(number)));
            names.add(of);
        }
        return new Raw(text, types, values, labels, names);
    }
}
