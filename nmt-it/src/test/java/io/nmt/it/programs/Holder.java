package io.nmt.it.programs;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Takes native memory in every way there is on all JDKs, and ends as its argument says while it still holds it: {@code
 * return}, {@code exit} (code 3), {@code throw}, or {@code wait} for a signal.
 */
public final class Holder {
    static ByteBuffer direct;

    private Holder() {}

    public static void main(String[] arguments) throws IOException {
        Memory.UNSAFE.allocateMemory(1000);
        Memory.UNSAFE.allocateMemory(61);
        Memory.UNSAFE.freeMemory(Memory.UNSAFE.allocateMemory(300_000));
        direct = ByteBuffer.allocateDirect(70_001);
        Memory.writeHeapBuffer(10_000);
        System.out.println("holding");
        switch (arguments[0]) {
            case "return" -> System.out.println("returning");
            case "exit" -> System.exit(3);
            case "throw" -> throw new IllegalStateException("thrown on purpose");
            case "wait" -> Talk.await("a signal comes first");
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }
}
