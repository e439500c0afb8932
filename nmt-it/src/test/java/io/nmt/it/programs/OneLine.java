package io.nmt.it.programs;

/** Prints a line and ends with exit code 5. Needs the JDK's base module alone. */
public final class OneLine {
    private OneLine() {}

    public static void main(String[] arguments) {
        System.out.println("one line");
        System.exit(5);
    }
}
