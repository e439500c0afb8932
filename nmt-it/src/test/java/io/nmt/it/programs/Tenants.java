package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import io.nmt.core.NativeMemory;
import io.nmt.core.Scope;
import io.nmt.core.model.ScopeUsage;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Serves requests of three tenants on threads of its own, virtual ones where the JDK has them. */
public final class Tenants {
    /** The tenants; each has half as many requests as the one before. */
    public static final List<String> NAMES = List.of("acme", "beta", "gamma");

    /** Bytes of each block. */
    public static final int BLOCK = 8 << 10;

    /** Requests of the first tenant. */
    public static final int REQUESTS = 64;

    /** Blocks of a request that stay. */
    public static final int KEPT = 96;

    /** Blocks of a request that are freed. */
    public static final int FREED = 160;

    private Tenants() {}

    public static void main(String[] arguments) throws Exception {
        UNSAFE.allocateMemory(BLOCK); // in no scope
        ExecutorService threads = threads();
        for (int tenant = 0; tenant < NAMES.size(); tenant++) {
            for (int request = 0; request < REQUESTS >> tenant; request++) {
                String name = NAMES.get(tenant);
                String kind = request % 2 == 0 ? "read" : "write";
                Future<?> served = threads.submit(() -> serve(name, kind));
                served.get();
            }
        }
        threads.shutdown();
        long live = 0;
        for (ScopeUsage usage : NativeMemory.scopes()) {
            live += usage.liveBytes();
        }
        Talk.say("scopes " + live + " of " + NativeMemory.snapshot().total().committed());
        Talk.say("ready");
        Talk.await("end");
    }

    private static void serve(String tenant, String kind) {
        try (Scope ofTenant = NativeMemory.scope("tenant", tenant);
                Scope ofRequest = NativeMemory.scope("request", kind)) {
            for (int i = 0; i < KEPT; i++) {
                UNSAFE.allocateMemory(BLOCK);
            }
            for (int i = 0; i < FREED; i++) {
                UNSAFE.freeMemory(UNSAFE.allocateMemory(BLOCK));
                Thread.yield(); // a virtual thread goes on on another carrier
            }
            if (ofTenant == ofRequest) {
                throw new AssertionError();
            }
        }
    }

    private static ExecutorService threads() throws IllegalAccessException, InvocationTargetException {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (NoSuchMethodException e) {
            return Executors.newFixedThreadPool(2);
        }
    }
}
