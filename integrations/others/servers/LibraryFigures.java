import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The answers of commands on the memory that libraries in the application hold, compared with what they hold. */
final class LibraryFigures {
    private static final Pattern NETTY = Pattern.compile("\"allocator\":\"[^\"]*[Nn]etty[^}]*?\"chunkBytes\":(\\d+)");
    private static final Pattern JNA = Pattern.compile("\"type\":\"JNA\"[^}]*\"committed\":(\\d+)");
    private static final Pattern UNTRACKED = Pattern.compile("\"untrackedBlocks\":(\\d+)");
    private static final Pattern NOT_TRACKED = Pattern.compile("\"notTrackedWhy\":\\[([^]]*)]");

    /** The reason where the server has an agent of its own, which starts before ours, as Open Liberty has. */
    private static final String OTHER_AGENT = "\"memory that agents allocated before tracking began: [^\"]*\"";

    private static final Pattern ZSTD =
            Pattern.compile("\"class\":\"com.github.luben.zstd.ZstdCompressCtx\",\"open\":(\\d+)");

    private final Path agent;
    private final long pid;
    private final long nettyBefore;

    private LibraryFigures(Path agent, long pid) throws Exception {
        this.agent = agent;
        this.pid = pid;
        this.nettyBefore = sum(NETTY, ask("pools"));
    }

    /** Reads what the server itself has in Netty's pools. */
    static LibraryFigures before(Path agent, long pid) throws Exception {
        return new LibraryFigures(agent, pid);
    }

    /** Returns a line for each figure that is not the application's. */
    List<String> untold() throws Exception {
        List<String> untold = new ArrayList<>();
        String pools = ask("pools");
        String handles = ask("handles");
        String summary = ask("summary");
        compare("pools: bytes of Netty", Application.NETTY_BYTES, sum(NETTY, pools) - nettyBefore, untold);
        compare("handles: open", Application.ZSTD_HANDLES, sum(ZSTD, handles), untold);
        compare("summary: JNA", (long) Application.JNA_BLOCKS * Application.JNA_BLOCK_BYTES, sum(JNA, summary), untold);
        compare("summary: untracked blocks", 0, sum(UNTRACKED, summary), untold);
        for (String answer : List.of(pools, handles, summary)) {
            Matcher reasons = NOT_TRACKED.matcher(answer);
            if (reasons.find() && !reasons.group(1).matches(OTHER_AGENT)) {
                untold.add("not tracked, it says: " + reasons.group(1));
            }
        }
        return untold;
    }

    private static void compare(String name, long held, long told, List<String> untold) {
        if (held != told) {
            untold.add(name + " " + told + ", and it holds " + held);
        }
    }

    private static long sum(Pattern figure, String answer) {
        long sum = 0;
        Matcher matcher = figure.matcher(answer);
        while (matcher.find()) {
            sum += Long.parseLong(matcher.group(1));
        }
        return sum;
    }

    private String ask(String command) throws Exception {
        return Shell.read(Shell.jdk("java"), "-jar", agent.toString(), command, Long.toString(pid), "--json");
    }
}
