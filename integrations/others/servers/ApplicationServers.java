import java.nio.file.Path;
import java.util.List;

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
        Comparison comparison = new Comparison();
        for (int i = 0; i < MOST_RUNS && comparison.isOpen(); i++) {
            ServerRun plain = ServerRun.of(server, directory, null, redeployments);
            comparison.add(plain, ServerRun.of(server, directory, agent, redeployments));
        }
        comparison.print(server, redeployments);
        return comparison.verdict().isEmpty();
    }
}
