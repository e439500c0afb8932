package io.nmt.libraries.programs;

import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;

/** Uses arrays of C by way of JavaCPP. */
public final class JavaCppHandles {
    private static final int ELEMENTS = 1000;

    private JavaCppHandles() {}

    public static void main(String[] arguments) throws Exception {
        HandleRounds.run(JavaCppHandles::work, JavaCppHandles::leak);
    }

    private static String work() {
        long sum = 0;
        try (IntPointer numbers = new IntPointer(ELEMENTS)) {
            for (int i = 0; i < ELEMENTS; i++) {
                numbers.put(i, i);
                sum += numbers.get(i);
            }
            IntPointer second = new IntPointer(numbers).position(1); // of the same memory
            sum += second.get();
            HandleRounds.closeEarly(numbers);
        }
        try (PointerScope scope = new PointerScope()) {
            sum += new BytePointer("four").limit(); // closed with the scope
            if (PointerScope.getInnerScope() != scope) {
                throw new IllegalStateException("another scope");
            }
        }
        return sum + " " + Pointer.totalCount();
    }

    private static void leak() {
        for (int i = 0; i < 7; i++) {
            Rounds.leak(new IntPointer(ELEMENTS));
        }
        for (int i = 0; i < 2; i++) {
            Rounds.leak(new BytePointer(ELEMENTS));
        }
        if (Pointer.totalCount() != 9) {
            throw new IllegalStateException(Pointer.totalCount() + " pointers");
        }
    }
}
