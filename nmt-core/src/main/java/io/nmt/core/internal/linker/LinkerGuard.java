package io.nmt.core.internal.linker;

import io.nmt.core.internal.blocks.BlockRecord;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.internal.tracker.UnseenFailures;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The handler around what is called before and after a C function. The hooks have handlers of their own; what reaches
 * this one was thrown at their entry, in the conversion of an argument, or in such a handler: mostly since the stack
 * ends there. The application gets what the function has returned all the same.
 */
final class LinkerGuard {
    private static final Object NOTHING = new long[0];

    /** Counts what was thrown. */
    static final MethodHandle LOST = handler("lost", MethodType.methodType(void.class, Throwable.class));

    /** Counts a call that is not tracked. */
    static final MethodHandle UNTRACKED = MethodHandles.insertArguments(LOST, 0, (Object) null);

    private static final MethodHandle NO_RECORD =
            handler("noRecord", MethodType.methodType(long.class, Throwable.class));
    private static final MethodHandle NOT_OURS =
            handler("notOurs", MethodType.methodType(boolean.class, Throwable.class));
    private static final MethodHandle NO_MAPPINGS =
            handler("noMappings", MethodType.methodType(Object.class, Throwable.class));

    /** To be called first of all. */
    static final MethodHandle RESERVE = handler("reserve", MethodType.methodType(void.class));

    // Not final: compilers would leave out the branch.
    private static boolean never;

    private LinkerGuard() {}

    private static MethodHandle handler(String name, MethodType type) {
        try {
            return MethodHandles.lookup().findStatic(LinkerGuard.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Returns a hook that throws nothing, but then returns that nothing was removed, or that a test does not hold. */
    static MethodHandle around(MethodHandle hook) {
        Class<?> returned = hook.type().returnType();
        MethodHandle handler = LOST;
        if (returned == long.class) {
            handler = NO_RECORD;
        } else if (returned == boolean.class) {
            handler = NOT_OURS;
        } else if (returned != void.class) {
            handler = NO_MAPPINGS;
        }
        return MethodHandles.catchException(hook, Throwable.class, handler);
    }

    /**
     * Called first of all, so that a stack which has no room for the hooks and their handlers ends here, before
     * anything is done: what is thrown is the application's, as if its own frames were a bit larger.
     *
     * <p>Interpreted, it takes a frame with room for all these locals. Compiled code looks at its entry whether there
     * is room for what it inlines even if it had to go on interpreted. That counts where such code can go on
     * interpreted only: hence the branch, which costs the test of a field, and the call there, which no compiler
     * inlines.
     */
    @SuppressWarnings({"unused", "InfiniteRecursion"}) // neither is used
    static void reserve() {
        long a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15;
        long b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15;
        long c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15;
        long d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15;
        long e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11, e12, e13, e14, e15;
        long f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15;
        long g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, g10, g11, g12, g13, g14, g15;
        long h0, h1, h2, h3, h4, h5, h6, h7, h8, h9, h10, h11, h12, h13, h14, h15;
        long i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15;
        long j0, j1, j2, j3, j4, j5, j6, j7, j8, j9, j10, j11, j12, j13, j14, j15;
        long k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, k12, k13, k14, k15;
        long l0, l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13, l14, l15;
        long m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15;
        long n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15;
        long o0, o1, o2, o3, o4, o5, o6, o7, o8, o9, o10, o11, o12, o13, o14, o15;
        long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;
        if (never) {
            reserve();
        }
    }

    static void lost(Throwable thrown) {
        try {
            Tracker.failed(thrown);
        } catch (Throwable t) {
            UnseenFailures.count++; // which takes no stack
        }
    }

    static long noRecord(Throwable thrown) {
        lost(thrown);
        return BlockRecord.NONE;
    }

    static boolean notOurs(Throwable thrown) {
        lost(thrown);
        return false;
    }

    static Object noMappings(Throwable thrown) {
        lost(thrown);
        return NOTHING;
    }
}
