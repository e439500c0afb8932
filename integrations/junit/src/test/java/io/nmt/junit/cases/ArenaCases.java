package io.nmt.junit.cases;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.junit.NoNativeLeaks;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Arenas, by reflection: the tests are compiled for JDK 17. Run by an integration test in a JVM of its own. */
@NoNativeLeaks
class ArenaCases {
    private static final List<Object> KEPT = new ArrayList<>();

    @BeforeEach
    void needsArenas() {
        assumeTrue(Runtime.version().feature() >= 22);
    }

    @Test
    void closesArena() throws Exception {
        try (AutoCloseable arena = allocate("ofConfined")) {
            KEPT.add(arena);
        }
    }

    @Test
    void forgetsConfinedArena() throws Exception {
        allocate("ofConfined");
    }

    @Test
    void keepsSharedArena() throws Exception {
        KEPT.add(allocate("ofShared"));
    }

    @Test
    void forgetsAutomaticArena() throws Exception {
        allocate("ofAuto");
    }

    private static AutoCloseable allocate(String kind) throws Exception {
        Class<?> type = Class.forName("java.lang.foreign.Arena");
        Object arena = type.getMethod(kind).invoke(null);
        Method allocate = type.getMethod("allocate", long.class);
        allocate.invoke(arena, 5000L);
        return (AutoCloseable) arena;
    }
}
