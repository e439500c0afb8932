package io.nmt.agent.instrument;

import io.nmt.core.internal.jdk.JdkInternals;
import java.lang.instrument.Instrumentation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The classes of the JDK that are loaded already, without loading others to find out. */
final class LoadedJdkClasses {
    private static final int MOST_CHARACTERS = 128;
    private static final int NEWEST_TESTED_JDK = 25;
    private static final String[] NO_ARGUMENTS = {}; // what the JVM gives then is null
    private static final String FOREIGN = "jdk/internal/foreign/";
    private static final int FIRST_JDK_WITHOUT_LOSS = 25;
    private static final String PATCHED = "--patch-module";
    private static final String CHECKED = "-Xcheck:jni"; // warns of the references that a list of all classes takes

    private LoadedJdkClasses() {}

    /**
     * Those of some names that the boot loader has loaded.
     *
     * @param names with slashes
     * @return their names, before JDK 25 with those of the {@code Linker}; all names in a JDK that may lack some of the
     *     classes, since what it lacks decides which others are hooked
     */
    static Set<String> among(Set<String> names, Instrumentation instrumentation) {
        if (!isKnownAndMayBeAsked()) {
            return names;
        }
        boolean[] lengths = new boolean[MOST_CHARACTERS];
        Map<String, String> slashedByName = new HashMap<>();
        for (String name : names) {
            lengths[name.length()] = true;
            slashedByName.put(name.replace('/', '.'), name);
        }
        Set<String> loaded = new HashSet<>();
        if (Runtime.version().feature() < FIRST_JDK_WITHOUT_LOSS) {
            // A class that comes at the end of a stack in a call of C has that call unseen, one time in thirty.
            for (String name : names) {
                if (name.startsWith(FOREIGN)) {
                    loaded.add(name);
                }
            }
        }
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (type.isInterface()) {
                continue; // to make a name takes longer than all else here
            }
            String name = type.getName();
            if (name.length() < MOST_CHARACTERS && lengths[name.length()] && type.getClassLoader() == null) {
                String slashed = slashedByName.get(name);
                if (slashed != null) {
                    loaded.add(slashed);
                }
            }
        }
        return loaded;
    }

    private static boolean isKnownAndMayBeAsked() {
        if (Runtime.version().feature() > NEWEST_TESTED_JDK) {
            return false;
        }
        try {
            String[] arguments = JdkInternals.access().runtimeArguments();
            for (String argument : arguments == null ? NO_ARGUMENTS : arguments) {
                if (argument.startsWith(PATCHED) || argument.equals(CHECKED)) {
                    return false;
                }
            }
            return true;
        } catch (LinkageError e) {
            return false;
        }
    }
}
