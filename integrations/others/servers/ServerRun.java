import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * One run of a server: started, redeployed, asked, stopped.
 *
 * @param log its kinds of lines
 * @param loaders after the redeployments; 0 where there was none
 * @param buffers after the redeployments, without the part with libraries
 * @param untold what commands did not tell of the memory of libraries; empty without the agent
 */
record ServerRun(
        Set<String> log,
        String answers,
        long startMillis,
        long loaders,
        long stopMillis,
        DirectBuffers buffers,
        List<String> untold) {
    private static final int MOST_LOADER_READINGS = 20;
    private static final int SAME_LOADER_READINGS = 4;

    /** Runs it in a fresh directory. The agent is null for a run without it. */
    static ServerRun of(Server server, Path directory, Path agent, int redeployments) throws Exception {
        Path place = directory.resolve(server.name() + (agent == null ? "-plain" : "-agent"));
        ServerHome home = ServerHome.make(server, directory, place);
        try (RunningServer running = home.start(agent)) {
            String answers = "hello 0\n";
            for (int i = 1; i <= redeployments; i++) {
                answers += running.redeploy(i);
            }
            long pid = running.jvm().pid();
            long loaders = redeployments == 0 ? 0 : loaders(pid, place);
            DirectBuffers buffers = DirectBuffers.of(pid, directory);
            LibraryFigures figures = agent == null ? null : LibraryFigures.before(agent, pid);
            answers += running.deployLibraries();
            List<String> untold = agent == null ? List.of() : figures.untold();
            long stopMillis = running.stop();
            Set<String> lines = lines(home.out(), home.path());
            if (!server.log().isEmpty()) {
                lines.addAll(lines(home.path().resolve(server.log()), home.path()));
            }
            return new ServerRun(lines, answers, running.startMillis(), loaders, stopMillis, buffers, untold);
        }
    }

    /**
     * Returns the least of several readings: a server may end the last redeployment in a thread of its own. It reads
     * until several in a row agree.
     */
    private static long loaders(long pid, Path place) throws Exception {
        Path commands = Files.writeString(place.resolve("jcmd.txt"), "GC.run\nVM.classloader_stats\n");
        long least = Long.MAX_VALUE;
        long last = -1;
        int same = 0;
        for (int i = 0; i < MOST_LOADER_READINGS && same < SAME_LOADER_READINGS; i++) {
            Thread.sleep(1000);
            String text = Shell.read(Shell.jdk("jcmd"), Long.toString(pid), "-f", commands.toString());
            long loaders = text.lines()
                    .filter(line -> line.startsWith("0x") && !line.contains("Delegating") && !line.contains("nmt"))
                    .count();
            same = loaders == last ? same + 1 : 1;
            last = loaders;
            least = Math.min(least, loaders);
        }
        return least;
    }

    /**
     * Its kinds of lines: without times, numbers, hashes, our option, and frames. Requests meet a server in the middle
     * of a redeployment, where each may fail in another place. JDK 21 and later say that this program's commands load
     * agents: also left out.
     */
    private static Set<String> lines(Path log, Path home) throws IOException {
        Set<String> lines = new TreeSet<>();
        for (String line : Files.readString(log, StandardCharsets.ISO_8859_1).split("\n")) {
            boolean optionAlone = line.startsWith("Picked up") || line.matches(".*-javaagent:\\S+\\s*");
            boolean frame = line.matches("\\s+(at \\S+|[\\w.$/]+)\\([^()]*\\)]?\\s*");
            if (!optionAlone && !frame && !line.contains("Java agent has been loaded dynamically")) {
                lines.add(line.replace(home.toString(), "HOME")
                        .replaceAll("\u001b\\[[0-9;]*m", "")
                        .replaceAll(" *-javaagent:\\S+ *", " ")
                        .replaceAll("\\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b", "N")
                        .replaceAll("/[0-9a-f]{2}/[0-9a-f]{38}/", "/N/")
                        .replaceAll("\\b[0-9a-f]{6,}\\b|@[0-9a-f]+\\b|\\d+([.,:]\\d+)*", "N")
                        .replaceAll("N (hours?|minutes?|seconds?)((, | and )N (minutes?|seconds?))*", "N s")
                        .replaceAll(" +", " ")
                        .strip());
            }
        }
        return lines;
    }
}
