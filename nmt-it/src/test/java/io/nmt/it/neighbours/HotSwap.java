package io.nmt.it.neighbours;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** A debugger that swaps the body of a class's method {@code version}, which returns 1. */
final class HotSwap implements AutoCloseable {
    static final String OPTION = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0";
    static final String LISTENING = "Listening for transport dt_socket at address: ";

    private final VirtualMachine machine;
    private final Class<?> type;

    private HotSwap(VirtualMachine machine, Class<?> type) {
        this.machine = machine;
        this.type = type;
    }

    /** Attaches to a process that has printed this line. */
    static HotSwap attach(String listening, Class<?> type) throws Exception {
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(one -> one.name().equals("com.sun.jdi.SocketAttach"))
                .findFirst()
                .orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("hostname").setValue("127.0.0.1");
        arguments.get("port").setValue(listening.substring(LISTENING.length()));
        return new HotSwap(connector.attach(arguments), type);
    }

    /** Has the method return another small number. */
    void swap(int version) throws IOException {
        machine.redefineClasses(
                Map.of(machine.classesByName(type.getName()).get(0), version(Opcodes.ICONST_0 + version)));
    }

    private byte[] version(int constant) throws IOException {
        String file = type.getName().substring(type.getPackageName().length() + 1) + ".class";
        try (InputStream in = type.getResourceAsStream(file)) {
            ClassReader reader = new ClassReader(in);
            ClassWriter writer = new ClassWriter(reader, 0);
            reader.accept(
                    new ClassVisitor(Opcodes.ASM9, writer) {
                        @Override
                        public MethodVisitor visitMethod(
                                int access, String name, String descriptor, String signature, String[] exceptions) {
                            MethodVisitor code = super.visitMethod(access, name, descriptor, signature, exceptions);
                            return !name.equals("version")
                                    ? code
                                    : new MethodVisitor(Opcodes.ASM9, code) {
                                        @Override
                                        public void visitInsn(int opcode) {
                                            super.visitInsn(opcode == Opcodes.ICONST_1 ? constant : opcode);
                                        }
                                    };
                        }
                    },
                    0);
            return writer.toByteArray();
        }
    }

    @Override
    public void close() {
        machine.dispose();
    }
}
