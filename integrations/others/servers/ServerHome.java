import java.nio.file.Files;
import java.nio.file.Path;

/** A server in a directory of its own, with the application's first version. It may be started several times. */
record ServerHome(Server server, Application application, Path path, Path out) {
    /** Unpacks the server, sets it up and deploys. What was at that place is removed. */
    static ServerHome make(Server server, Path directory, Path place) throws Exception {
        Shell.await(new ProcessBuilder("rm", "-rf", place.toString()));
        Path home = Files.createDirectories(place.resolve("home"));
        if (!server.artifact().isEmpty()) {
            home = Shell.unpack(Shell.fetch(server.artifact(), directory), home);
        }
        Path out = place.resolve("out.log");
        Application application = server.application();
        application.prepare(home, directory);
        Shell.await(Shell.command(server.setUp(), home).redirectOutput(out.toFile()));
        application.deploy(home, 0);
        return new ServerHome(server, application, home, out);
    }

    /** Starts it, and returns when the application answers. The agent is null for a start without it. */
    RunningServer start(Path agent) throws Exception {
        ProcessBuilder builder = Shell.command(server.start(), path).redirectOutput(out.toFile());
        builder.environment().put(server.options(), agent == null ? "" : "-javaagent:" + agent);
        return RunningServer.start(builder, this);
    }
}
