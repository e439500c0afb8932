import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Times from SIGTERM to the end of a server, by turns without the agent, with it, and with it after a command: {@code
 * java StopTimes DIRECTORY AGENT RUNS [NAME...]}. Each server keeps its directory, and has been started once before.
 */
final class StopTimes {
    /** A server goes on starting after its first answer. */
    private static final long PAUSE_MILLIS = 5000;

    private final List<Long> plain = new ArrayList<>();
    private final List<Long> tracked = new ArrayList<>();
    private final List<Long> asked = new ArrayList<>();
    private final ServerHome home;
    private final Path agent;

    private StopTimes(ServerHome home, Path agent) {
        this.home = home;
        this.agent = agent;
    }

    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]).toAbsolutePath();
        Path agent = Path.of(arguments[1]).toAbsolutePath();
        int runs = Integer.parseInt(arguments[2]);
        List<String> names = List.of(arguments).subList(3, arguments.length);
        for (Server server : Server.ALL) {
            if (names.isEmpty() || names.contains(server.name())) {
                ServerHome home = ServerHome.make(server, directory, directory.resolve(server.name() + "-stop"));
                new StopTimes(home, agent).measure(runs);
            }
        }
    }

    private void measure(int runs) throws Exception {
        stop(null, false);
        for (int i = 0; i < runs; i++) {
            plain.add(stop(null, false));
            tracked.add(stop(agent, false));
            asked.add(stop(agent, true));
        }
        double first = Comparison.median(plain);
        System.out.printf(
                Locale.ROOT,
                "%s, JDK %s: stop, ms: without %s, with %s, after a command %s; medians %.0f, %d, %d;"
                        + " of the first %.2f, %.2f%n",
                home.server().name(),
                Runtime.version(),
                plain,
                tracked,
                asked,
                first,
                Comparison.median(tracked),
                Comparison.median(asked),
                Comparison.median(tracked) / first,
                Comparison.median(asked) / first);
    }

    private long stop(Path agent, boolean command) throws Exception {
        try (RunningServer running = home.start(agent)) {
            if (command) {
                String pid = Long.toString(running.jvm().pid());
                Shell.read(Shell.jdk("java"), "-jar", agent.toString(), "summary", pid);
            }
            Thread.sleep(PAUSE_MILLIS);
            return running.stop();
        }
    }
}
