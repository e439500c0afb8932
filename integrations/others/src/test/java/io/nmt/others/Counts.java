package io.nmt.others;

import java.util.HashMap;
import java.util.Map;

/**
 * Figures that an application told at one moment.
 *
 * @param pool the JVM's own of direct buffers
 * @param direct ours of what the JVM counts in it
 * @param foreign ours of the category {@code Foreign Memory}: the JVM's pool has those of automatic arenas
 * @param unsafe ours of the category {@code Unsafe}
 * @param jna ours of the category {@code JNA}
 */
record Counts(Amount pool, Amount direct, Amount foreign, Amount unsafe, Amount jna) {
    /** Up to some JDK 23 a temporary buffer is a direct buffer of the JVM's. */
    private static final int LAST_JDK_OF_TEMPORARY_DIRECT_BUFFERS = 23;

    static Counts parse(String line) {
        Map<String, Amount> amounts = new HashMap<>();
        for (String part :
                line.substring(line.indexOf("figures ") + "figures ".length()).split(" ")) {
            int equals = part.indexOf('=');
            if (!part.startsWith("jdk=")) {
                amounts.put(part.substring(0, equals), Amount.parse(part.substring(equals + 1)));
            }
        }
        boolean temporary = line.matches(".* jdk=(1.|2[0-" + LAST_JDK_OF_TEMPORARY_DIRECT_BUFFERS % 10 + "])");
        Amount direct = amounts.get("DirectBuffer");
        return new Counts(
                amounts.get("pool"),
                temporary ? direct.plus(amounts.get("NIOTemporaryBuffer")) : direct,
                amounts.get("ForeignMemory"),
                amounts.get("Unsafe"),
                amounts.get("JNA"));
    }
}
