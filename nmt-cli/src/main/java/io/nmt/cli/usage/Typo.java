package io.nmt.cli.usage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * The intended name for an unknown one: the nearest by edit distance, in which two swapped characters count as one
 * error. Picocli's own proposals go by common pairs of characters, of which short names have few.
 */
final class Typo {
    private static final int MOST_ERRORS = 2;
    private static final int MOST_PROPOSALS = 3;
    private static final int CHARACTERS_PER_ERROR = 3;
    private static final int LEAST_BEGIN = 3;

    private Typo() {}

    /**
     * Proposes names.
     *
     * @param written as it was typed
     * @param names all that there are
     * @return the nearest first; none if none is near
     */
    static List<String> nearest(String written, Collection<String> names) {
        String meant = comparable(written);
        List<String> near = new ArrayList<>(new TreeSet<>(names));
        near.removeIf(name -> errors(meant, comparable(name)) > mostErrors(meant));
        near.sort(Comparator.comparingInt(name -> errors(meant, comparable(name))));
        return near.subList(0, Math.min(MOST_PROPOSALS, near.size()));
    }

    /** Capitals are no errors, and what options begin with is none of their name. */
    private static String comparable(String name) {
        return name.replaceFirst("^--?", "").toLowerCase(Locale.ROOT);
    }

    /** The most errors in a name: of a short name, two errors leave nothing; of a single letter, one does. */
    private static int mostErrors(String written) {
        return Math.min(MOST_ERRORS, (written.length() + 1) / CHARACTERS_PER_ERROR);
    }

    /** None of what is the beginning of a name. */
    private static int errors(String written, String name) {
        boolean begins = written.length() >= LEAST_BEGIN && name.startsWith(written);
        return begins ? 0 : distance(written, name);
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
