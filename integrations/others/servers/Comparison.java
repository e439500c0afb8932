import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Runs of one server without the agent and with it, and their differences. */
final class Comparison {
    /** A line of a log that is in fewer runs is a matter of chance: it is shown, and is no difference. */
    private static final int RUNS_OF_DIFFERENCE = 2;

    private final List<ServerRun> plain = new ArrayList<>();
    private final List<ServerRun> tracked = new ArrayList<>();

    void add(ServerRun without, ServerRun with) {
        plain.add(without);
        tracked.add(with);
    }

    /** Tells if lines of the logs differ in a way that further runs would explain. */
    boolean isOpen() {
        if (plain.size() < RUNS_OF_DIFFERENCE) {
            return plain.isEmpty() || !onlyIn(tracked, plain).isEmpty() || !onlyIn(plain, tracked).isEmpty();
        }
        return !sameLogs();
    }

    private boolean sameLogs() {
        return isChance(onlyIn(tracked, plain)) && isChance(onlyIn(plain, tracked));
    }

    /** Returns the names of what differs, or an empty text. */
    String verdict() {
        boolean answers = true;
        boolean buffers = true;
        boolean libraries = true;
        for (ServerRun run : tracked) {
            answers &= run.answers().equals(plain.get(0).answers());
            buffers &= run.buffers().jvm() == run.buffers().ours();
            libraries &= run.untold().isEmpty();
        }
        boolean loaders = Collections.min(each(tracked, ServerRun::loaders))
                <= Collections.max(each(plain, ServerRun::loaders));
        return named(sameLogs(), "log")
                + named(answers, "answers")
                + named(loaders, "loaders")
                + named(buffers, "buffers")
                + named(libraries, "libraries");
    }

    private static String named(boolean same, String name) {
        return same ? "" : " " + name;
    }

    private static boolean isChance(Map<String, Long> lines) {
        return lines.values().stream().allMatch(runs -> runs < RUNS_OF_DIFFERENCE);
    }

    void print(Server server, int redeployments) {
        String verdict = verdict();
        System.out.printf(
                Locale.ROOT,
                "%s, JDK %s: %s; %d redeployments, without and with: loaders %s and %s, start %s and %s ms, "
                        + "stop %s and %s ms, medians %d and %d; direct buffers %s%n",
                server.name(),
                Runtime.version(),
                verdict.isEmpty() ? "equal" : "DIFFERS:" + verdict,
                redeployments,
                each(plain, ServerRun::loaders),
                each(tracked, ServerRun::loaders),
                each(plain, ServerRun::startMillis),
                each(tracked, ServerRun::startMillis),
                each(plain, ServerRun::stopMillis),
                each(tracked, ServerRun::stopMillis),
                median(each(plain, ServerRun::stopMillis)),
                median(each(tracked, ServerRun::stopMillis)),
                each(tracked, run -> run.buffers().jvm() + " and ours " + run.buffers().ours()));
        printLines("with the agent alone", onlyIn(tracked, plain));
        printLines("without it alone", onlyIn(plain, tracked));
        tracked.forEach(run -> run.untold().forEach(line -> System.out.println("    " + line)));
    }

    private void printLines(String where, Map<String, Long> lines) {
        lines.forEach((line, runs) ->
                System.out.println("    " + where + ", in " + runs + " of " + plain.size() + " runs: " + line));
    }

    /** Returns the lines that are in none of the others, with the number of these that they are in. */
    private static Map<String, Long> onlyIn(List<ServerRun> these, List<ServerRun> others) {
        Map<String, Long> lines = new TreeMap<>();
        these.forEach(run -> run.log().forEach(line -> lines.merge(line, 1L, Long::sum)));
        others.forEach(run -> lines.keySet().removeAll(run.log()));
        return lines;
    }

    static long median(List<Long> times) {
        List<Long> sorted = times.stream().sorted().toList();
        return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    }

    private static <T> List<T> each(List<ServerRun> runs, Function<ServerRun, T> figure) {
        return runs.stream().map(figure).toList();
    }
}
