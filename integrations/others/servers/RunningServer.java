import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The process of a server: redeployed, asked, stopped. */
final class RunningServer implements AutoCloseable {
    private static final long LONGEST_MILLIS = 1_800_000;
    private static final int MOST_DEPLOYMENTS = 20;
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Process process;
    private final ServerHome home;
    private final long begin = System.nanoTime();
    private long startMillis;

    private RunningServer(Process process, ServerHome home) {
        this.process = process;
        this.home = home;
    }

    static RunningServer start(ProcessBuilder builder, ServerHome home) throws Exception {
        RunningServer running = new RunningServer(builder.start(), home);
        try {
            running.answer("app", "hello 0", LONGEST_MILLIS);
        } catch (Exception e) {
            running.close();
            throw e;
        }
        running.startMillis = millisSince(running.begin);
        return running;
    }

    /** Until the first answer. */
    long startMillis() {
        return startMillis;
    }

    private static long millisSince(long nanoTime) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
    }

    /** The server's JVM: the process itself, or the one below its script or its launcher's JVM. */
    ProcessHandle jvm() {
        return process.descendants()
                .filter(RunningServer::isJava)
                .filter(one -> one.descendants().noneMatch(RunningServer::isJava))
                .findFirst()
                .orElse(process.toHandle());
    }

    private static boolean isJava(ProcessHandle process) {
        return process.info().command().orElse("").endsWith("java");
    }

    /** Deploys again where that was not seen: a server may note the file's time after it has read the file. */
    String redeploy(int version) throws Exception {
        for (int i = 1; i < MOST_DEPLOYMENTS; i++) {
            home.application().deploy(home.path(), version);
            try {
                return answer("app", "hello " + version, LONGEST_MILLIS / MOST_DEPLOYMENTS);
            } catch (IOException e) {
                System.err.println(e.getMessage() + ": it is deployed again");
            }
        }
        home.application().deploy(home.path(), version);
        return answer("app", "hello " + version, LONGEST_MILLIS);
    }

    String deployLibraries() throws Exception {
        home.application().deployLibraries(home.path());
        return answer("libraries", "libraries", LONGEST_MILLIS);
    }

    /** A bundle's second page is at a port of its own. */
    private String answer(String part, String page, long longestMillis) throws Exception {
        Server server = home.server();
        boolean second = part.equals("libraries") && server.deployed().endsWith(".jar");
        URI uri = URI.create("http://127.0.0.1:" + (second ? 8081 : server.port()) + "/" + part + "/index.html");
        HttpRequest request =
                HttpRequest.newBuilder(uri).timeout(Duration.ofMinutes(3)).build();
        String last = "";
        long asked = System.nanoTime();
        while (process.isAlive() && millisSince(asked) < longestMillis) {
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

    /** Ends the JVM by SIGTERM and returns the milliseconds until the server's process has ended. */
    long stop() throws Exception {
        ProcessHandle jvm = jvm();
        long end = System.nanoTime();
        jvm.destroy();
        if (!process.waitFor(LONGEST_MILLIS, TimeUnit.MILLISECONDS)) {
            throw new IOException(home.server().name() + " does not stop");
        }
        return millisSince(end);
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
