package io.nmt.it.instrument;

import io.nmt.agent.instrument.HookTable;

/** The classes of the JDK that the table has rows for. */
public final class HookedClasses {
    private HookedClasses() {}

    /** Returns their names with dots, of all JDKs. */
    public static String[] names() {
        return HookTable.rows().stream()
                .map(hook -> hook.className().replace('/', '.'))
                .distinct()
                .sorted()
                .toArray(String[]::new);
    }
}
