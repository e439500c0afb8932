package io.nmt.cli.options;

/** Recognises process ids. */
public final class ProcessId {
    private ProcessId() {}

    /** Tells if a word may be a process id. */
    public static boolean isNumber(String word) {
        return word.matches("\\d{1,18}");
    }
}
