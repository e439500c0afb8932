package io.nmt.bench.support;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The command line of a comparison: {@code AGENT_JAR [--quick] [--runs N]}.
 *
 * @param program that was called
 * @param agentJar the agent, absolute
 * @param quick whether a look is enough: fewer and shorter runs
 * @param runs of each variant
 */
public record Arguments(Class<?> program, Path agentJar, boolean quick, int runs) {
    /**
     * Reads the command line; if it is wrong, says so and exits with 2.
     *
     * @param program that was called
     * @param arguments its arguments
     * @param runs of each variant if not given
     * @param quickRuns the same, with {@code --quick}
     * @return what was given
     */
    public static Arguments parse(Class<?> program, String[] arguments, int runs, int quickRuns) {
        Path agentJar = null;
        boolean quick = List.of(arguments).contains("--quick");
        int given = quick ? quickRuns : runs;
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].equals("--runs") && i + 1 < arguments.length) {
                given = Integer.parseInt(arguments[++i]);
            } else if (!arguments[i].equals("--quick")) {
                agentJar = Path.of(arguments[i]).toAbsolutePath();
            }
        }
        if (agentJar == null || !Files.isRegularFile(agentJar) || given < 1) {
            System.err.println("Usage: " + program.getSimpleName() + " nmt-agent.jar [--quick] [--runs N]");
            System.exit(2);
        }
        return new Arguments(program, agentJar, quick, given);
    }

    /**
     * The option that loads the agent.
     *
     * @param options of the agent, such as {@code peak=exact}; may be empty
     * @return an option of the JVM
     */
    public String agent(String options) {
        return "-javaagent:" + agentJar + (options.isEmpty() ? "" : "=" + options);
    }

    /**
     * Prints what is needed to judge the tables that follow, or to make them again.
     *
     * @param out to be printed to
     * @param variants that are compared
     * @param method how they are compared
     * @throws IOException if the machine cannot be described
     */
    public void printHeader(PrintStream out, List<Variant> variants, String method) throws IOException {
        out.println("- machine: " + Machine.describe());
        out.println("- JDK: " + Machine.jdk());
        out.println("- command: `java -cp nmt-bench.jar " + program.getName() + " " + agentJar.getFileName()
                + (quick ? " --quick" : "") + " --runs " + runs + "`");
        out.println("- method: " + method);
        for (Variant variant : variants) {
            String options = withoutDirectories(String.join(" ", variant.jvmOptions()));
            out.println("- " + variant.label() + ": " + (options.isEmpty() ? "no option" : "`" + options + "`"));
        }
        out.println();
    }

    private static String withoutDirectories(String options) {
        return options.replaceAll("/[^ ,=:]*/", "");
    }
}
