package io.nmt.it.programs;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Category;
import java.io.IOException;

/** Has nmt-core on its class path and uses it before any agent comes. */
public final class OwnTracker {
    private OwnTracker() {}

    public static void main(String[] arguments) throws IOException {
        long address = NativeMemory.allocator(Category.of("Mine")).allocate(61);
        Talk.say("ready");
        Talk.await("attached");
        Figures.say("attached");
        NativeMemory.allocator(Category.of("Mine")).free(address);
        Figures.say("freed");
    }
}
