package io.nmt.it.programs;

/** Takes no native memory. */
public final class Hello {
    private Hello() {}

    public static void main(String[] arguments) {
        System.out.println("hello");
    }
}
