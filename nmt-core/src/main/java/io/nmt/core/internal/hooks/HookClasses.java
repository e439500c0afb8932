package io.nmt.core.internal.hooks;

import io.nmt.core.internal.blocks.BlockTable;
import io.nmt.core.internal.counters.Counters;
import io.nmt.core.internal.loaders.MadeClassLoaders;
import io.nmt.core.internal.origins.Origins;
import io.nmt.core.internal.starts.ThreadStarts;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * Initialises at start what the first hook of a kind would initialise. A class initialiser that the end of a stack or a
 * full heap strikes makes its class unusable for ever, and with it the JDK's classes that it initialises: for the
 * application, too. What only has to be linked would be tried again by every hook, at the cost of several full
 * collections each.
 */
public final class HookClasses {
    private HookClasses() {}

    /** To be called before the first hook runs, with stack and heap to spare. */
    public static void initialise() {
        Counters.initialise();
        BlockTable.initialise();
        Origins.initialise();
        Mappings.initialise();
        ZipHooks.initialise();
        CarrierThread.current();
        ThreadStarts.initialise();
        MadeClassLoaders.initialise();
        RefusedMemory.tell(null);
        ReflectionHooks.withoutAdded(new Field[0]);
        ReflectionHooks.withoutAdded(new Method[0]);
    }
}
