package io.nmt.it.programs;

import java.io.IOException;

/** Waits for its end, and needs nothing but {@code java.base}. */
public final class Idle {
    private Idle() {}

    public static void main(String[] arguments) throws IOException {
        System.out.println("ready");
        System.out.flush();
        while (System.in.read() >= 0) {
            // Until stdin ends.
        }
    }
}
