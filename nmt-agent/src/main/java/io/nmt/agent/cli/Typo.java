package io.nmt.agent.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * What was meant by a name that is none: the nearest by edit distance, in which two characters that were swapped count
 * as one error. Picocli's own proposals go by common pairs of characters, of which short names have few.
 */
public final class Typo {
    private static final int MOST_ERRORS = 2;
    private static final int MOST_PROPOSALS = 3;

    private Typo() {}

    /**
     * Proposes names of commands, or of options.
     *
     * @param e what was not understood
     * @return the nearest first; none if none is near
     */
    public static List<String> proposals(UnmatchedArgumentException e) {
        String written = e.getUnmatched().isEmpty() ? "" : e.getUnmatched().get(0);
        CommandLine command = e.getCommandLine();
        Collection<String> names = written.startsWith("-")
                ? command.getCommandSpec().optionsMap().keySet()
                : command.getSubcommands().keySet();
        int equals = written.indexOf('=');
        return nearest(equals < 0 ? written : written.substring(0, equals), names);
    }

    static List<String> nearest(String written, Collection<String> names) {
        List<String> near = new ArrayList<>(new TreeSet<>(names));
        // Of a short name, two errors leave nothing.
        int most = Math.min(MOST_ERRORS, Math.max(1, written.length() / 2));
        near.removeIf(name -> distance(written, name) > most);
        near.sort(Comparator.comparingInt(name -> distance(written, name)));
        return near.subList(0, Math.min(MOST_PROPOSALS, near.size()));
    }

    /** Characters to insert, to delete, to replace, or neighbours to swap: optimal string alignment. */
    static int distance(String one, String other) {
        int[][] distance = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                if (i == 0 || j == 0) {
                    distance[i][j] = i + j;
                    continue;
                }
                int replaced = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
                int least = Math.min(distance[i - 1][j], distance[i][j - 1]) + 1;
                least = Math.min(least, distance[i - 1][j - 1] + replaced);
                boolean swapped = i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1);
                distance[i][j] = swapped ? Math.min(least, distance[i - 2][j - 2] + 1) : least;
            }
        }
        return distance[one.length()][other.length()];
    }
}
