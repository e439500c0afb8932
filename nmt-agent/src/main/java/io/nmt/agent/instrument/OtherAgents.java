package io.nmt.agent.instrument;

import io.nmt.core.internal.jdk.JdkInternals;
import io.nmt.core.internal.tracker.TrackedPart;
import io.nmt.core.model.Category;
import io.nmt.core.model.NotTracked;
import io.nmt.core.model.Scale;
import java.util.ArrayList;
import java.util.List;

/** The agents on the command line that were there before this one. */
public final class OtherAgents {
    private static final String JAVA = "-javaagent:";
    private static final String NATIVE_PATH = "-agentpath:";
    private static final String NATIVE_LIBRARY = "-agentlib:";

    private static List<String> before = List.of();
    private static List<String> javaBefore = List.of();

    private OtherAgents() {}

    /**
     * Reads the JVM's arguments. To be called once, at start.
     *
     * @param ownJar file name of this agent's jar
     * @param attached whether the application runs already: then all others were there before
     */
    public static void read(String ownJar, boolean attached) {
        try {
            String[] arguments = JdkInternals.access().runtimeArguments();
            before = before(arguments, ownJar, attached, false);
            javaBefore = before(arguments, ownJar, attached, true);
        } catch (RuntimeException | LinkageError e) {
            before = List.of(); // this JDK does not tell
        }
    }

    static List<String> before(String[] arguments, String ownJar, boolean attached, boolean onlyJava) {
        List<String> agents = new ArrayList<>();
        for (String argument : arguments) {
            String agent = file(argument);
            if (agent == null) {
                continue;
            }
            if (argument.startsWith(JAVA) && agent.equals(ownJar)) {
                if (!attached) {
                    return agents;
                }
            } else if (argument.startsWith(JAVA) || !onlyJava) {
                agents.add(agent);
            }
        }
        return agents;
    }

    /** Returns null if the argument names no agent. */
    private static String file(String argument) {
        int begin = argument.startsWith(JAVA)
                ? JAVA.length()
                : argument.startsWith(NATIVE_PATH)
                        ? NATIVE_PATH.length()
                        : argument.startsWith(NATIVE_LIBRARY) ? NATIVE_LIBRARY.length() : 0;
        if (begin == 0) {
            return null;
        }
        int end = argument.indexOf('=', begin);
        String path = argument.substring(begin, end < 0 ? argument.length() : end);
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /**
     * Says that what they have allocated is in no figure. Of native agents nothing would be: they call no Java.
     *
     * @param directBytes what direct buffers took before this agent's hooks were there
     * @param directBuffers how many these were
     */
    public static void tellWhatTheyHad(long directBytes, long directBuffers) {
        if (directBuffers > 0) {
            TrackedPart.lacks(new NotTracked(
                    Category.DIRECT_BUFFER.name(),
                    (Scale.group(directBytes) + " bytes in " + Scale.group(directBuffers)
                                    + " buffers were allocated before tracking began")
                            .concat(before.isEmpty() ? "" : ", ".concat(asCause())),
                    true));
        }
        if (!javaBefore.isEmpty()) {
            TrackedPart.lacks(new NotTracked(
                    Category.OTHER.name(),
                    "memory that agents allocated before tracking began: ".concat(String.join(", ", javaBefore)),
                    true));
        }
    }

    /** Names them where one of them may have changed a class: {@code by x.jar}, or {@code by one of x.jar, y.jar}. */
    static String asCause() {
        return before.isEmpty()
                ? "by another agent"
                : before.size() == 1 ? "by ".concat(before.get(0)) : "by one of ".concat(String.join(", ", before));
    }
}
