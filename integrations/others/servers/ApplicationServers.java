import java.nio.file.Path;
import java.util.List;

/**
 * Application servers as their makers ship them, from Maven Central, each without the agent and with it: {@code java
 * ApplicationServers DIRECTORY AGENT REDEPLOYMENTS RUNS [NAME...]}. Exits with 1 where the agent makes a difference.
 */
public final class ApplicationServers {
    /** Lines of a log may come and go without the agent, too: then further runs of both follow. */
    private static final int EXTRA_RUNS = 2;

    private ApplicationServers() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]).toAbsolutePath();
        Path agent = Path.of(arguments[1]).toAbsolutePath();
        int redeployments = Integer.parseInt(arguments[2]);
        int runs = Integer.parseInt(arguments[3]);
        List<String> names = List.of(arguments).subList(4, arguments.length);
        boolean same = true;
        for (Server server : Server.ALL) {
            if (names.isEmpty() || names.contains(server.name())) {
                same &= compare(server, directory, agent, redeployments, runs);
            }
        }
        System.exit(same ? 0 : 1);
    }

    private static boolean compare(Server server, Path directory, Path agent, int redeployments, int runs)
            throws Exception {
        Comparison comparison = new Comparison();
        for (int i = 0; i < runs || (i < runs + EXTRA_RUNS && comparison.isOpen()); i++) {
            ServerRun plain = ServerRun.of(server, directory, null, redeployments);
            comparison.add(plain, ServerRun.of(server, directory, agent, redeployments));
            comparison.print(server, redeployments); // so far: the last one counts
        }
        return comparison.verdict().isEmpty();
    }
}
