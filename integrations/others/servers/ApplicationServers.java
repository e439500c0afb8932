import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Application servers as their makers ship them, from Maven Central, each without the agent and with it: {@code java
 * ApplicationServers DIRECTORY AGENT REDEPLOYMENTS [NAME...]}. Exits with 1 where the agent makes a difference.
 */
public final class ApplicationServers {
    /** Lines of a log may come and go without the agent, too: then both runs are repeated. */
    private static final int MOST_RUNS = 3;

    private ApplicationServers() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]).toAbsolutePath();
        Path agent = Path.of(arguments[1]).toAbsolutePath();
        int redeployments = Integer.parseInt(arguments[2]);
        List<String> names = List.of(arguments).subList(3, arguments.length);
        boolean same = true;
        for (Server server : Server.ALL) {
            if (names.isEmpty() || names.contains(server.name())) {
                same &= compare(server, directory, agent, redeployments);
            }
        }
        System.exit(same ? 0 : 1);
    }

    private static boolean compare(Server server, Path directory, Path agent, int redeployments) throws Exception {
        List<ServerRun> plain = new ArrayList<>();
        List<ServerRun> tracked = new ArrayList<>();
        do {
            plain.add(ServerRun.of(server, directory, null, redeployments));
            tracked.add(ServerRun.of(server, directory, agent, redeployments));
        } while (plain.size() < MOST_RUNS
                && !(onlyIn(tracked, plain).isEmpty() && onlyIn(plain, tracked).isEmpty()));
        List<String> more = onlyIn(tracked, plain);
        List<String> less = onlyIn(plain, tracked);
        boolean answers = true;
        boolean buffers = true;
        List<String> untold = new ArrayList<>();
        for (ServerRun run : tracked) {
            answers &= run.answers().equals(plain.get(0).answers());
            buffers &= run.buffers().jvm() == run.buffers().ours();
            untold.addAll(run.untold());
        }
        String verdict = different(more.isEmpty() && less.isEmpty(), "log")
                + different(answers, "answers")
                + different(Collections.min(each(tracked, ServerRun::loaders)) <= Collections.max(each(plain, ServerRun::loaders)), "loaders")
                + different(buffers, "buffers")
                + different(untold.isEmpty(), "libraries");
        System.out.printf(
                Locale.ROOT,
                "%s, JDK %s: %s; %d redeployments, without and with: loaders %s and %s, start %s and %s ms, "
                        + "stop %s and %s ms; direct buffers %s%n",
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
                tracked.stream()
                        .map(run -> run.buffers().jvm() + " and ours " + run.buffers().ours())
                        .toList());
        more.forEach(line -> System.out.println("    with the agent alone: " + line));
        less.forEach(line -> System.out.println("    without it alone: " + line));
        untold.forEach(line -> System.out.println("    " + line));
        return verdict.isEmpty();
    }

    private static String different(boolean same, String name) {
        return same ? "" : " " + name;
    }

    /** Returns the lines that are in a run of these, and in none of the others. */
    private static List<String> onlyIn(List<ServerRun> these, List<ServerRun> others) {
        Set<String> lines = new TreeSet<>();
        these.forEach(run -> lines.addAll(run.log()));
        others.forEach(run -> lines.removeAll(run.log()));
        List<String> counted = new ArrayList<>();
        for (String line : lines) {
            long runs = these.stream().filter(run -> run.log().contains(line)).count();
            counted.add(line + " (in " + runs + " of " + these.size() + " runs)");
        }
        return counted;
    }

    private static List<Long> each(List<ServerRun> runs, Function<ServerRun, Long> figure) {
        return runs.stream().map(figure).toList();
    }
}
