package io.nmt.it.programs;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The part of an application that a loader of its own has, with JNA and a class of native handles. */
public final class LoaderGuest implements UnaryOperator<String> {
    private final List<Object> kept = new ArrayList<>();

    /** A native handle. */
    static final class Handle implements AutoCloseable {
        @Override
        public void close() {
            // The option handles names it.
        }
    }

    /** Keeps a block of 1,000 bytes and a handle more each time. */
    @Override
    public String apply(String argument) {
        kept.add(new Memory(1000));
        Native.free(Native.malloc(61));
        kept.add(new Handle());
        new Handle().close();
        return argument + " " + kept.size();
    }
}
