package io.nmt.it.programs;

import io.nmt.core.internal.linker.LinkerHooks;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;

/** Hands the hook of the {@code Linker} twice the handles without a symbol that it keeps. */
public final class ManyForeignHandles {
    public static final int HANDLES = 8_400;

    private ManyForeignHandles() {}

    public static void main(String[] arguments) throws Throwable {
        MethodHandle malloc = Foreign.link(null, Foreign.descriptor(Foreign.SEGMENT, long.class));
        MethodHandle numbered =
                MethodHandles.dropArguments(malloc, malloc.type().parameterCount(), int.class);
        List<MethodHandle> handles = new ArrayList<>();
        for (int i = 0; i < HANDLES; i++) {
            // Another object: the Linker makes one for each descriptor.
            handles.add(MethodHandles.insertArguments(numbered, malloc.type().parameterCount(), i));
        }
        int again = 0;
        int wrapped = 0;
        for (MethodHandle handle : handles) {
            MethodHandle own = LinkerHooks.linked(handle);
            wrapped += own == handle ? 0 : 1;
            again += LinkerHooks.linked(handle) == own ? 1 : 0;
        }
        Talk.say("wrapped " + wrapped + ", the same again " + again);
    }
}
