package io.nmt.core.internal.linker;

import io.nmt.core.internal.jdk.JdkAccess;
import io.nmt.core.internal.jdk.JdkInternals;

/** Reads native memory that a C function has just written. */
final class NativeBytes {
    private static final JdkAccess JDK = JdkInternals.access();

    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private NativeBytes() {}

    static long pointerAt(long address) {
        return JDK.pointerAt(address);
    }

    /** The length of a string that a 0 ends. */
    static long lengthOf(long address) {
        long at = address;
        while ((at & (Long.BYTES - 1)) != 0) {
            if (JDK.byteAt(at) == 0) {
                return at - address;
            }
            at++;
        }
        // Whole words, which never cross into a page that is not there, up to the first with a 0 in it.
        long word = JDK.longAt(at);
        while (((word - ONES) & ~word & HIGH_BITS) == 0) {
            at += Long.BYTES;
            word = JDK.longAt(at);
        }
        while (JDK.byteAt(at) != 0) {
            at++;
        }
        return at - address;
    }

    static int pageSize() {
        return JDK.pageSize();
    }
}
