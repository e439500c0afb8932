package io.nmt.it.programs;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.ByteBuffer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;

/** Another agent, which retransforms the classes that ours hooks: with its own bytes of them, and once more without. */
public final class Retransforming {
    private Retransforming() {}

    public static void premain(String options, Instrumentation instrumentation) throws UnmodifiableClassException {
        ClassFileTransformer same = new ClassFileTransformer() {
            @Override
            public byte[] transform(
                    ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
                return bytes.clone();
            }
        };
        List<Class<?>> hooked = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (type.getName().equals("jdk.internal.misc.Unsafe")
                    || type.getName().equals("java.nio.DirectByteBuffer")) {
                hooked.add(type);
            }
        }
        if (options.equals("stay")) {
            instrumentation.addTransformer(same, true);
        }
        instrumentation.retransformClasses(hooked.toArray(new Class<?>[0]));
    }

    public static void main(String[] arguments) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(1000);
        Figures.say("end");
        Talk.say("capacity " + buffer.capacity());
    }
}
