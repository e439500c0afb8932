package io.nmt.cli.process;

import io.nmt.cli.guard.UntrustedFiles;
import io.nmt.cli.process.JvmList.Jvm;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds JVMs by a part of their name or arguments. */
public final class NamedJvms {
    private static final String JAR = ".jar";
    private static final int MIN_PART_CHARS = 3;
    private static final String RECORDING = ".jfr";

    private NamedJvms() {}

    /** The best fit of a name and a JVM, from the best to none. */
    public enum Fit {
        /** All of a main class or jar, with its folders or packages or without. */
        NAME,
        /** A part of a main class or jar. */
        PART_OF_NAME,
        /** A part of the command line. */
        PART_OF_COMMAND_LINE,
        /** No JVM. */
        NONE
    }

    /**
     * The JVMs that a name fits best.
     *
     * @param fit of each of them
     * @param jvms by process id; empty if it fits none
     */
    public record Found(Fit fit, List<Jvm> jvms) {
        /**
         * The JVMs that a word means. A file may be among a JVM's arguments, or have a part of its name.
         *
         * @param word that was looked for
         * @return none if it is a file, and no whole name
         */
        public List<Jvm> named(String word) {
            return fit == Fit.NAME || UntrustedFiles.existing(word) == null ? jvms : List.of();
        }
    }

    /**
     * Finds those that a name fits best, but for this process and other commands of this jar.
     *
     * @param name a main class or jar, or three characters or more of the command line; case does not matter
     * @return the best fit, and all that it is true of
     */
    public static Found find(String name) {
        return best(JvmList.named(), name);
    }

    static Found best(List<Jvm> jvms, String name) {
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        // A recording that is not there is a slip, not a JVM that was told to write it.
        boolean isWhole = wanted.length() < MIN_PART_CHARS || wanted.endsWith(RECORDING);
        Stream<Fit> fits = isWhole ? Stream.of(Fit.NAME) : Stream.of(Fit.values());
        return fits.map(fit ->
                        new Found(fit, jvms.stream().filter(test(fit, wanted)).toList()))
                .filter(found -> !found.jvms.isEmpty())
                .findFirst()
                .orElse(new Found(Fit.NONE, List.of()));
    }

    /**
     * Says that there is none.
     *
     * @param name that fits none, safe to be shown
     * @return a part of a sentence
     */
    public static String none(String name) {
        return name.strip().length() < MIN_PART_CHARS
                ? "no JVM here is named '" + name + "'; a part of a name needs " + MIN_PART_CHARS + " characters"
                : "no JVM here has '" + name + "' in its name or arguments";
    }

    private static Predicate<Jvm> test(Fit fit, String wanted) {
        return switch (fit) {
            case NAME -> jvm -> isWhole(main(jvm), wanted);
            case PART_OF_NAME -> jvm -> simple(main(jvm)).contains(wanted);
            case PART_OF_COMMAND_LINE ->
                jvm -> jvm.name().toLowerCase(Locale.ROOT).contains(wanted);
            case NONE -> jvm -> false;
        };
    }

    private static boolean isWhole(String main, String wanted) {
        String simple = simple(main);
        return !wanted.isEmpty()
                && (main.equals(wanted)
                        || main.endsWith("/" + wanted)
                        || simple.equals(wanted)
                        || simple.equals(wanted + JAR));
    }

    private static String main(Jvm jvm) {
        return jvm.mainClass().toLowerCase(Locale.ROOT);
    }

    /** Without folders, of a jar; without module and packages, of a class. */
    private static String simple(String main) {
        String last = main.substring(main.lastIndexOf('/') + 1);
        return last.endsWith(JAR) ? last : last.substring(last.lastIndexOf('.') + 1);
    }
}
