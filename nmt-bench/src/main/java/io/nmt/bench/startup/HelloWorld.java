package io.nmt.bench.startup;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The smallest program: says hello, and how many KiB of memory the process holds then. */
public final class HelloWorld {
    private HelloWorld() {}

    /**
     * Says hello.
     *
     * @param args none
     * @throws IOException if /proc cannot be read
     */
    public static void main(String[] args) throws IOException {
        System.out.println("Hello world");
        try (BufferedReader status = new BufferedReader(new FileReader("/proc/self/status", StandardCharsets.UTF_8))) {
            for (String line = status.readLine(); line != null; line = status.readLine()) {
                if (line.startsWith("VmRSS:")) {
                    System.out.println("figure:rss=" + line.replaceAll("\\D", ""));
                }
            }
        }
    }
}
