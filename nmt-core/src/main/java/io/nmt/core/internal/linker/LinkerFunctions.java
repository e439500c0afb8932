package io.nmt.core.internal.linker;

import io.nmt.core.internal.jdk.JdkAccess;
import io.nmt.core.internal.jdk.JdkInternals;
import io.nmt.core.internal.tracker.Tracker;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Locale;
import java.util.Optional;

/** At which addresses this process has the functions that are tracked. Initialised when the first handle is linked. */
final class LinkerFunctions {
    /*
     * A function can be there twice. The default lookup finds the one of libc. A malloc that LD_PRELOAD puts before it
     * (jemalloc, mimalloc) is found where the dynamic linker itself looks, in the process's global scope, and that is
     * the one that libraries call, also by dlsym(RTLD_DEFAULT, "malloc").
     */
    private static final LinkerFunction[] ALL = LinkerFunction.values();
    private static final long[] IN_LIBC = new long[ALL.length];
    private static final long[] IN_GLOBAL_SCOPE = new long[ALL.length];

    static {
        try {
            lookUpInLibc();
            if (System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux")) {
                lookUpInGlobalScope();
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    private LinkerFunctions() {}

    // Neither of these is a restricted method, whose first call would print a warning and enable native access.

    private static void lookUpInLibc() throws ReflectiveOperationException {
        Class<?> linkerType = Class.forName("java.lang.foreign.Linker");
        Object linker = linkerType.getMethod("nativeLinker").invoke(null);
        Object lookup = linkerType.getMethod("defaultLookup").invoke(linker);
        Method find = Class.forName("java.lang.foreign.SymbolLookup").getMethod("find", String.class);
        Method address = Class.forName("java.lang.foreign.MemorySegment").getMethod("address");
        for (int i = 0; i < ALL.length; i++) {
            Optional<?> symbol = (Optional<?>) find.invoke(lookup, ALL[i].symbol());
            if (symbol.isPresent()) {
                IN_LIBC[i] = (long) address.invoke(symbol.get());
            }
        }
    }

    private static void lookUpInGlobalScope() throws ReflectiveOperationException {
        JdkAccess jdk = JdkInternals.access();
        for (int i = 0; i < ALL.length; i++) {
            IN_GLOBAL_SCOPE[i] = jdk.findSymbol(ALL[i].symbol());
        }
    }

    /**
     * The function at an address, or null if it is not one of ours. Of one that takes a variable number of arguments,
     * the form that has the handle's type.
     */
    static LinkerFunction at(long address, MethodType type) {
        LinkerFunction found = null;
        for (int i = 0; i < ALL.length; i++) {
            if (address == IN_LIBC[i] || address == IN_GLOBAL_SCOPE[i]) {
                found = ALL[i];
                if (LinkerAdapter.fits(type, found, 0)) {
                    return found;
                }
            }
        }
        return found;
    }

    static int count() {
        return ALL.length;
    }

    static LinkerFunction function(int index) {
        return ALL[index];
    }

    /** The function's address in libc by the default lookup, or 0. */
    static long inLibc(int index) {
        return IN_LIBC[index];
    }

    /** The function's address in the process's global scope, often the same, or 0. */
    static long inGlobalScope(int index) {
        return IN_GLOBAL_SCOPE[index];
    }
}
