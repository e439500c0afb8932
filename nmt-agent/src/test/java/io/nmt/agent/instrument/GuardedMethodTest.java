package io.nmt.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nmt.core.internal.tracker.UnseenFailures;
import io.nmt.core.model.Category;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.SimpleRemapper;
import org.junit.jupiter.api.Test;

/**
 * A hook that throws at its very entry, as where the stack ends, changes nothing of the method that calls it, whatever
 * that method catches itself.
 */
class GuardedMethodTest {
    private static final String HOOKS = "io/nmt/core/internal/hooks/";

    /** The class that libraries call, by its name in the sources. */
    private static final String DOOR = "io/nmt/core/internal/libraries/LibraryDoor";

    /** The hooks' classes; those of these methods throw. */
    private static final Map<String, String> HOOK_METHODS = Map.of(
            HOOKS + "MappingHooks",
            "mapped(JJ)V unmapping(JJ)V",
            HOOKS + "DirectLimitHooks",
            "reached(Ljava/lang/Throwable;)V",
            HOOKS + "ThreadHooks",
            "thrown(Ljava/lang/Throwable;)V",
            HOOKS + "ManagementUse",
            "serverMade(Ljava/lang/Object;)V",
            HOOKS + "LinkerUse",
            "begins()V",
            HOOKS + "UnsafeHooks",
            "labelIfNone(I)V",
            "io/nmt/core/internal/handles/ArenaHooks",
            "begins()V",
            DOOR,
            "allocated(JJ)V freeing(J)V");

    @Test
    void methodsThatMap() throws Exception {
        assertThat(call(Hook.Kind.MAP_CALLER, "map", null, 1, 2L, 300L, false)).isEqualTo(312L);
        assertThat(call(Hook.Kind.UNMAP_CALLER, "unmap", 7L, 8L)).isEqualTo(15);
    }

    @Test
    void methodsOfJna() throws Exception {
        assertThat(call(Hook.Kind.JNA_ALLOCATE_CALLER, "malloc", 40L)).isEqualTo(42L);
        assertThat(call(Hook.Kind.JNA_FREE_CALLER, "free", 40L)).isNull();
    }

    @Test
    void aMethodThatMakesServers() throws Exception {
        assertThat(call(Hook.Kind.SERVER, "newServer", "one")).hasToString("one!");
    }

    /** It has a "finally" of its own, which would else throw on what the hook has thrown. */
    @Test
    void aMethodThatReachesALimit() throws Exception {
        assertThat(call(Hook.Kind.LABEL_NEXT, "reserve", 10L, 5L)).isNull();
        assertThat(call(Hook.Kind.LABEL_NEXT, "reserve", 200L, 5L)).isNull();
        assertThatThrownBy(() -> call(Hook.Kind.DIRECT_LIMIT, "reserve", 4000L, 5L))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessage("4000, 5, 17");
    }

    /** From JDK 21 on it holds a monitor meanwhile, which must be free afterwards. */
    @Test
    void methodsOfThreads() throws Exception {
        assertThat(call(Hook.Kind.THREAD_ENDS, "dispatch", new IllegalStateException("it")))
                .isEqualTo("it!");
        assertThat(callBy("startsLocked", Hook.Kind.THREAD_FAILS, "startLocked", "one"))
                .isEqualTo("OutOfMemoryError one, locked false");
        assertThatThrownBy(() -> call(Hook.Kind.THREAD_FAILS, "startOrUndo", "one"))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessage("one");
    }

    @Test
    void anInitialiser() throws Exception {
        assertThat(call(Hook.Kind.FIRST_USE, "<clinit>", "initialised")).isEqualTo(3);
        assertThat(call(Hook.Kind.FIRST_ARENA, "<clinit>", "initialised")).isEqualTo(3);
    }

    /** Not even the counter is found: the failure goes uncounted. */
    @Test
    void methodsOfJnaInALoaderThatFindsNoHooks() throws Exception {
        assertThat(callBy(false, "malloc", Hook.Kind.JNA_ALLOCATE_CALLER, "malloc", 40L))
                .isEqualTo(42L);
        assertThat(callBy(false, "free", Hook.Kind.JNA_FREE_CALLER, "free", 40L))
                .isNull();
    }

    private static Object call(Hook.Kind kind, String name, Object... arguments) throws Exception {
        return callBy(name, kind, name, arguments);
    }

    private static Object callBy(String caller, Hook.Kind kind, String name, Object... arguments) throws Exception {
        return callBy(true, caller, kind, name, arguments);
    }

    /** Without the door, nothing is found of what a library calls. */
    private static Object callBy(boolean withDoor, String caller, Hook.Kind kind, String name, Object... arguments)
            throws Exception {
        String called = name.equals("<clinit>") ? (String) arguments[0] : caller;
        Hook row = new Hook(Hooked.class.getName().replace('.', '/'), name, 17, 0, Category.OTHER, kind);
        HookingVisitor visitor = HookingVisitor.hook(bytesOf(Hooked.class), List.of(row));
        assertThat(visitor.missing()).isNull();
        byte[] bytes = withDoor ? withDoor(visitor.bytes()) : visitor.bytes();
        Class<?> hooked = new Hiding(bytes).loadClass(Hooked.class.getName());
        long unseen = UnseenFailures.count;
        Object on = hooked.getDeclaredConstructor().newInstance();
        for (Method method : hooked.getMethods()) {
            if (method.getName().equals(called)) {
                try {
                    return method.invoke(on, called.equals(caller) ? arguments : new Object[0]);
                } catch (InvocationTargetException e) {
                    if (e.getCause() instanceof Error error) {
                        throw error;
                    }
                    throw (Exception) e.getCause();
                } finally {
                    if (withDoor) {
                        assertThat(UnseenFailures.count).isGreaterThan(unseen);
                    }
                }
            }
        }
        throw new AssertionError(called);
    }

    /** Has the name that the door has in the sources, and not the one that the build gives it. */
    private static byte[] withDoor(byte[] bytes) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(bytes)
                .accept(new ClassRemapper(writer, new SimpleRemapper(Opcodes.ASM9, HookNames.LIBRARY, DOOR)), 0);
        return writer.toByteArray();
    }

    private static byte[] bytesOf(Class<?> type) throws IOException {
        String name = type.getName();
        try (InputStream in = type.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
            return in.readAllBytes();
        }
    }

    /** Defines the hooked class, and in place of the hooks' classes others, all of whose methods throw. */
    private static final class Hiding extends ClassLoader {
        private final byte[] hooked;

        Hiding(byte[] hooked) {
            super(GuardedMethodTest.class.getClassLoader());
            this.hooked = hooked;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> known = findLoadedClass(name);
            String methods = HOOK_METHODS.get(name.replace('.', '/'));
            if (known != null) {
                return known;
            } else if (name.equals(Hooked.class.getName())) {
                return defineClass(name, hooked, 0, hooked.length);
            } else if (methods != null) {
                byte[] bytes = throwing(name.replace('.', '/'), methods.split(" "));
                return defineClass(name, bytes, 0, bytes.length);
            }
            return super.loadClass(name, resolve);
        }

        private static byte[] throwing(String name, String... methods) {
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            String parent = name.equals(DOOR) ? "io/nmt/core/internal/tracker/UnseenFailures" : "java/lang/Object";
            writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, parent, null);
            for (String method : methods) {
                int parameters = method.indexOf('(');
                MethodVisitor code = writer.visitMethod(
                        Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
                        method.substring(0, parameters),
                        method.substring(parameters),
                        null,
                        null);
                code.visitCode();
                code.visitTypeInsn(Opcodes.NEW, "java/lang/StackOverflowError");
                code.visitInsn(Opcodes.DUP);
                code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/StackOverflowError", "<init>", "()V", false);
                code.visitInsn(Opcodes.ATHROW);
                code.visitMaxs(0, 0);
                code.visitEnd();
            }
            writer.visitEnd();
            return writer.toByteArray();
        }
    }

    /** Methods of the shapes that are hooked. */
    public static final class Hooked extends Thread {
        private static int initialised;

        static {
            int count = 0;
            do {
                count++;
            } while (count < 3);
            initialised = count;
        }

        public static int initialised() {
            return initialised;
        }

        public long map(Object descriptor, int protection, long position, long length, boolean sync) {
            long result = position;
            for (int i = 0; i < 10; i++) {
                result += protection;
            }
            return sync ? 0 : result + length;
        }

        public int unmap(long address, long length) {
            int sum = 0;
            do {
                sum += (int) (address + length);
            } while (sum == 0);
            return sum;
        }

        public static long malloc(long size) {
            return size + 2;
        }

        public static void free(long address) {
            if (address == 0) {
                throw new IllegalStateException();
            }
        }

        public CharSequence newServer(String name) {
            StringBuilder server = new StringBuilder(name);
            try {
                return server.append('!');
            } catch (StackOverflowError e) {
                return "caught";
            }
        }

        public String dispatch(Throwable error) {
            try {
                return error.getMessage() + "!";
            } catch (StackOverflowError e) {
                return "caught";
            }
        }

        /** Like {@code Thread.start} before JDK 21. */
        public synchronized void startOrUndo(String name) {
            boolean started = false;
            try {
                start(name);
                started = true;
            } finally {
                try {
                    if (!started) {
                        initialised--;
                    }
                } catch (IllegalStateException e) {
                    initialised++;
                }
            }
        }

        /** Like the later one. */
        public void startLocked(String name) {
            synchronized (this) {
                if (name.isEmpty()) {
                    throw new IllegalStateException();
                }
                start(name);
            }
        }

        public String startsLocked(String name) {
            try {
                startLocked(name);
                return "started";
            } catch (OutOfMemoryError e) {
                return "OutOfMemoryError " + e.getMessage() + ", locked " + Thread.holdsLock(this);
            }
        }

        private static void start(String name) {
            throw new OutOfMemoryError(name);
        }

        /** Like {@code Bits.reserveMemory}. */
        public static void reserve(long size, long capacity) {
            if (size < 100) {
                return;
            }
            List<Integer> steps = List.of(1, 16);
            int sum = 0;
            boolean interrupted = false;
            try {
                for (int step : steps) {
                    sum += step;
                    interrupted |= Thread.interrupted();
                    if (size < 1000 && sum > 16) {
                        return;
                    }
                }
                throw new OutOfMemoryError(size + ", " + capacity + ", " + sum);
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
