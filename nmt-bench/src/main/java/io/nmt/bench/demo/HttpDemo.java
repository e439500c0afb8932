package io.nmt.bench.demo;

/**
 * A Netty HTTP server and its clients in one program. Each request takes native memory in five ways (see {@link
 * Workload}), and every tenth forgets to give a block back.
 *
 * <p>It knows nothing of the agent, and prints the same with the agent and without: how much it leaked. What the agent
 * reports for {@value LeakyCache#NAME} must be just that.
 *
 * <p>Exit code 0 when all requests were served, 1 when not, 2 for wrong arguments.
 */
public final class HttpDemo {
    private static final int DEFAULT_SECONDS = 5;
    private static final String USAGE = "usage: HttpDemo [SECONDS | requests=N]   (default: 5 seconds)";

    private HttpDemo() {}

    /**
     * Runs the demo.
     *
     * @param args a number of seconds, or {@code requests=N}; a second has {@value LoadClient#REQUESTS_PER_SECOND}
     *     requests
     * @throws Exception if a request failed
     */
    public static void main(String[] args) throws Exception {
        int requests = requests(args);
        if (requests < 1) {
            System.err.println(USAGE);
            System.exit(2);
        }
        System.out.printf(
                "HTTP demo: %,d requests, %d a second, up to %d at a time%n",
                requests, LoadClient.REQUESTS_PER_SECOND, LoadClient.CONNECTIONS);
        try (Workload workload = new Workload()) {
            try (DemoServer server = new DemoServer(workload)) {
                LoadClient.run(server.uri(), requests);
            }
            System.out.printf("Served %,d requests, each with %,d bytes%n", workload.served(), Workload.RESPONSE_BYTES);
            System.out.printf(
                    "Leaked on purpose in \"%s\": %,d bytes in %,d blocks%n",
                    LeakyCache.NAME,
                    workload.leaks().leakedBytes(),
                    workload.leaks().leakedBlocks());
        }
        System.out.println("Freed all else, apart from what Netty and the JDK cache for themselves");
    }

    /** The number of requests, 0 if the arguments are wrong. */
    private static int requests(String[] args) {
        if (args.length == 0) {
            return DEFAULT_SECONDS * LoadClient.REQUESTS_PER_SECOND;
        }
        try {
            if (args.length > 1) {
                return 0;
            }
            return args[0].startsWith("requests=")
                    ? Integer.parseInt(args[0].substring("requests=".length()))
                    : Math.multiplyExact(Integer.parseInt(args[0]), LoadClient.REQUESTS_PER_SECOND);
        } catch (NumberFormatException | ArithmeticException e) {
            return 0;
        }
    }
}
