package io.nmt.testkit;

import static org.assertj.core.api.Assertions.assertThat;

/** Rows of the command {@code list}. */
public final class ListedJvms {
    private ListedJvms() {}

    /**
     * Checks that a JVM has a row, with its age, RSS, limit and JDK.
     *
     * @param list what the command printed
     * @param child the JVM
     * @param tracked what its row says of the agent
     * @param main its main class, which begins the last column
     */
    public static void assertListed(Outcome list, Child child, boolean tracked, Class<?> main) {
        assertThat(list.outLines().get(0).strip().split("\\s+"))
                .containsExactly("PID", "age", "RSS", "of", "limit", "JDK", "tracked", "JVM");
        assertThat(list.outLines())
                .anySatisfy(line -> assertThat(line)
                        .matches(" *" + child.pid() + " +\\d+ s +[0-9.]+ MB +(of [0-9.]+ [MGT]B +)?\\d+[0-9.]* +"
                                + (tracked ? "yes" : "no") + " +" + main.getName() + ".*"));
    }
}
