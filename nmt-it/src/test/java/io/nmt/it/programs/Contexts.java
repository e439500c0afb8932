package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import io.nmt.core.NativeMemory;
import io.nmt.core.Scope;
import io.nmt.core.model.ScopeUsage;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.MDC;

/** Allocates in contexts of SLF4J, each time another power of two, and tells the sum of each scope. */
public final class Contexts {
    private Contexts() {}

    public static void main(String[] arguments) throws Exception {
        MDC.clear();
        if (arguments.length > 0) {
            Talk.say("ready");
            Talk.await("attached");
        }
        MDC.put("tenant", "acme");
        allocate(0);
        MDC.put("other", "x");
        allocate(1);
        try (MDC.MDCCloseable request = MDC.putCloseable("request", "42")) {
            allocate(2);
            if (request == null) {
                throw new AssertionError();
            }
        }
        allocate(3);
        scopes();
        Map<String, String> handed = new HashMap<>(Map.of("tenant", "beta", "other", "y"));
        Thread thread = new Thread(() -> {
            allocate(8);
            MDC.setContextMap(handed);
            allocate(9);
            MDC.setContextMap(new TreeMap<>(handed)); // not looked into
            allocate(10);
        });
        thread.start();
        thread.join();
        MDC.remove("tenant");
        allocate(11);
        MDC.put("tenant", null);
        MDC.clear();
        allocate(12);
        for (ScopeUsage usage : NativeMemory.scopes()) {
            Talk.say(usage.name() + " " + (usage.names().isEmpty() ? "" : usage.allocatedBytes() >> 10));
        }
    }

    /** A scope of the API in a context, whose value changes meanwhile. */
    private static void scopes() {
        try (Scope job = NativeMemory.scope("job", "nightly")) {
            allocate(4);
            MDC.put("tenant", "late");
            allocate(5);
            if (job == null) {
                throw new AssertionError();
            }
        }
        allocate(6);
        MDC.put("tenant", "acme");
        allocate(7);
    }

    private static void allocate(int power) {
        UNSAFE.allocateMemory(1L << (10 + power));
    }
}
