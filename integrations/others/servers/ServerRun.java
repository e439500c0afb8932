import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

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
    private static final long LONGEST_MILLIS = 1_800_000;
    private static final int MOST_DEPLOYMENTS = 20;
    private static final int MOST_LOADER_READINGS = 20;
    private static final int SAME_LOADER_READINGS = 4;
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Runs it in a fresh directory. The agent is null for a run without it. */
    static ServerRun of(Server server, Path directory, Path agent, int redeployments) throws Exception {
        Path place = directory.resolve(server.name() + (agent == null ? "-plain" : "-agent"));
        Shell.await(new ProcessBuilder("rm", "-rf", place.toString()));
        Path home = Files.createDirectories(place.resolve("home"));
        if (!server.artifact().isEmpty()) {
            home = Shell.unpack(Shell.fetch(server.artifact(), directory), home);
        }
        Path log = place.resolve("out.log");
        Application application = server.application();
        application.prepare(home, directory);
        Shell.await(Shell.command(server.setUp(), home).redirectOutput(log.toFile()));
        application.deploy(home, 0);
        ProcessBuilder builder = Shell.command(server.start(), home).redirectOutput(log.toFile());
        builder.environment().put(server.options(), agent == null ? "" : "-javaagent:" + agent);
        long begin = System.nanoTime();
        Process process = builder.start();
        try {
            String answers = answer(process, server, "app", "hello 0", LONGEST_MILLIS);
            long startMillis = millisSince(begin);
            for (int i = 1; i <= redeployments; i++) {
                answers += redeploy(process, server, application, home, i);
            }
            ProcessHandle jvm = jvm(process.toHandle());
            long loaders = redeployments == 0 ? 0 : loaders(jvm.pid(), place);
            DirectBuffers buffers = DirectBuffers.of(jvm.pid(), directory);
            LibraryFigures figures = agent == null ? null : LibraryFigures.before(agent, jvm.pid());
            application.deployLibraries(home);
            answers += answer(process, server, "libraries", "libraries", LONGEST_MILLIS);
            List<String> untold = agent == null ? List.of() : figures.untold();
            long end = System.nanoTime();
            jvm.destroy();
            if (!process.waitFor(LONGEST_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IOException(server.name() + " does not stop");
            }
            long stopMillis = millisSince(end);
            Set<String> lines = lines(log, home);
            if (!server.log().isEmpty()) {
                lines.addAll(lines(home.resolve(server.log()), home));
            }
            return new ServerRun(lines, answers, startMillis, loaders, stopMillis, buffers, untold);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static long millisSince(long nanoTime) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
    }

    /** The server's JVM: the process itself, or the one below its script or its launcher's JVM. */
    private static ProcessHandle jvm(ProcessHandle process) {
        return process.descendants()
                .filter(ServerRun::isJava)
                .filter(one -> one.descendants().noneMatch(ServerRun::isJava))
                .findFirst()
                .orElse(process);
    }

    private static boolean isJava(ProcessHandle process) {
        return process.info().command().orElse("").endsWith("java");
    }

    /** Deploys again where that was not seen: a server may note the file's time after it has read the file. */
    private static String redeploy(
            Process process, Server server, Application application, Path home, int version) throws Exception {
        for (int i = 1; i < MOST_DEPLOYMENTS; i++) {
            application.deploy(home, version);
            try {
                return answer(process, server, "app", "hello " + version, LONGEST_MILLIS / MOST_DEPLOYMENTS);
            } catch (IOException e) {
                System.err.println(e.getMessage() + ": it is deployed again");
            }
        }
        application.deploy(home, version);
        return answer(process, server, "app", "hello " + version, LONGEST_MILLIS);
    }

    /** A bundle's second page is at a port of its own. */
    private static String answer(Process process, Server server, String part, String page, long longestMillis)
            throws Exception {
        boolean second = part.equals("libraries") && server.deployed().endsWith(".jar");
        URI uri = URI.create("http://127.0.0.1:" + (second ? 8081 : server.port()) + "/" + part + "/index.html");
        HttpRequest request =
                HttpRequest.newBuilder(uri).timeout(Duration.ofMinutes(3)).build();
        String last = "";
        long begin = System.nanoTime();
        while (process.isAlive() && millisSince(begin) < longestMillis) {
            Thread.sleep(50);
            try {
                HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
                last = response.body();
                if (last.equals(page)) {
                    return page + "\n";
                }
            } catch (IOException e) {
                last = e.toString(); // it does not listen yet
            }
        }
        if (!process.isAlive()) {
            throw new IllegalStateException(server.name() + " ended with " + process.exitValue());
        }
        throw new IOException(server.name() + " does not answer '" + page + "', but '" + last + "'");
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
                        .replaceAll(" +", " ")
                        .strip());
            }
        }
        return lines;
    }
}
