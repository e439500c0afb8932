package io.nmt.cli.process;

import io.nmt.cli.process.JvmList.Jvm;
import io.nmt.report.document.SafeText;
import java.util.ArrayList;
import java.util.List;

/**
 * Names of JVMs for people, to choose one. Arguments, which may be passwords, stand only where two have one main class:
 * from the first on that differs.
 */
public final class JvmLabels {
    private static final int MOST_NAME_CHARS = 60;
    private static final int MOST_ARGUMENT_CHARS = 40;

    private JvmLabels() {}

    /**
     * Names each.
     *
     * @param jvms to choose from
     * @return a label for each, in the same order
     */
    public static List<String> of(List<Jvm> jvms) {
        List<String> labels = new ArrayList<>();
        for (Jvm jvm : jvms) {
            List<List<String>> alike = jvms.stream()
                    .filter(other -> other.mainClass().equals(jvm.mainClass()))
                    .map(JvmLabels::arguments)
                    .toList();
            List<String> arguments = arguments(jvm);
            String differing = alike.size() == 1
                    ? ""
                    : String.join(" ", arguments.subList(Math.min(same(alike), arguments.size()), arguments.size()));
            String text = SafeText.shortened(SafeText.line(differing), MOST_ARGUMENT_CHARS);
            labels.add((name(jvm) + " " + text).strip());
        }
        return labels;
    }

    /** Names one without its arguments. */
    public static String name(Jvm jvm) {
        String main = jvm.mainClass();
        return main.isEmpty() ? "a JVM" : SafeText.shortened(SafeText.line(main), MOST_NAME_CHARS);
    }

    private static List<String> arguments(Jvm jvm) {
        return List.of(jvm.arguments().split(" "));
    }

    /** The number of first arguments that all have in common. */
    private static int same(List<List<String>> lists) {
        List<String> first = lists.get(0);
        for (int i = 0; i < first.size(); i++) {
            int at = i;
            if (!lists.stream()
                    .allMatch(list -> at < list.size() && list.get(at).equals(first.get(at)))) {
                return i;
            }
        }
        return first.size();
    }
}
