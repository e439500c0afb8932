package io.nmt.it.programs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** The talk of a program with the test that started it. */
final class Talk {
    private static final BufferedReader IN =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

    private Talk() {}

    static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    /** Waits until the test says that line. */
    static void await(String expected) throws IOException {
        String line = IN.readLine();
        if (!expected.equals(line)) {
            throw new IllegalStateException("Expected '" + expected + "' on stdin, read '" + line + "'");
        }
    }

    /** Waits until the test says something. */
    static String next() throws IOException {
        return IN.readLine();
    }
}
