package io.nmt.cli.process;

import io.nmt.cli.process.JvmList.Jvm;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Finds JVMs by a part of their name. */
public final class NamedJvms {
    private static final String JAR = ".jar";
    private static final int MIN_PART_CHARS = 3;

    private NamedJvms() {}

    /**
     * Finds those that a name fits best, but for this process and other commands of this jar.
     *
     * @param name a main class or jar, or three characters or more of the command line; case does not matter
     * @return by process id; empty if it fits none
     */
    public static List<Jvm> find(String name) {
        return best(JvmList.named(), name);
    }

    /**
     * Tells if a word without a command is the name of a JVM: the whole name of a main class or jar.
     *
     * @param name in any case
     * @return false also for a part of a name, which may be a command that was mistyped
     */
    public static boolean isWholeName(String name) {
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        return JvmList.named().stream().anyMatch(jvm -> isWhole(main(jvm), wanted));
    }

    /**
     * Tells if a word without a command is a part of the name of a main class or jar.
     *
     * @param name three characters or more, in any case
     * @return false also for a part of the arguments
     */
    public static boolean isPartOfName(String name) {
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        return wanted.length() >= MIN_PART_CHARS
                && JvmList.named().stream().anyMatch(jvm -> simple(main(jvm)).contains(wanted));
    }

    /** The whole name of a class or jar goes before a part of it, and that before a part of the command line. */
    static List<Jvm> best(List<Jvm> jvms, String name) {
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        List<Predicate<Jvm>> fits = List.of(
                jvm -> isWhole(main(jvm), wanted),
                jvm -> simple(main(jvm)).contains(wanted),
                jvm -> jvm.name().toLowerCase(Locale.ROOT).contains(wanted));
        return fits.stream()
                .limit(wanted.length() < MIN_PART_CHARS ? 1 : fits.size())
                .map(fit -> jvms.stream().filter(fit).toList())
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElse(List.of());
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
