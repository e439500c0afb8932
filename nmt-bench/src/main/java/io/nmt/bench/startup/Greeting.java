package io.nmt.bench.startup;

/** The smallest program, which is an empty agent, too. */
public final class Greeting {
    private Greeting() {}

    /**
     * Says hello.
     *
     * @param args none
     */
    public static void main(String[] args) {
        System.out.println("hello");
    }

    /**
     * Does nothing.
     *
     * @param options none
     */
    public static void premain(String options) {}
}
