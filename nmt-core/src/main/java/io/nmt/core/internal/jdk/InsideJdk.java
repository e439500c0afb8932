package io.nmt.core.internal.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import jdk.internal.access.JavaNioAccess;
import jdk.internal.access.SharedSecrets;
import jdk.internal.misc.Unsafe;
import jdk.internal.misc.VM;

/**
 * The {@link JdkAccess} itself. For the agent, the build gives it a name in the package {@code jdk.internal.misc}
 * (build/AgentJar.java), and thus it becomes a part of the JDK's base module when it is defined.
 */
final class InsideJdk implements JdkAccess {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    // Of java.lang.Shutdown. The JDK uses 0 to 2: the console, the application's hooks, files to be deleted.
    private static final int LAST_SHUTDOWN_HOOK = 9;

    static {
        JdkInternals.give(new InsideJdk());
    }

    InsideJdk() {}

    @Override
    public long fieldOffset(Class<?> type, String field) {
        try {
            return UNSAFE.objectFieldOffset(type, field);
        } catch (InternalError e) {
            return NO_FIELD;
        }
    }

    @Override
    public Object reference(Object object, long offset) {
        return UNSAFE.getReference(object, offset);
    }

    @Override
    public void setReference(Object object, long offset, Object value) {
        UNSAFE.putReference(object, offset, value);
    }

    @Override
    public Object staticReference(Class<?> type, String field) {
        if (!isInitialized(type)) {
            return null;
        }
        try {
            Field declared = type.getDeclaredField(field);
            return UNSAFE.getReferenceVolatile(UNSAFE.staticFieldBase(declared), UNSAFE.staticFieldOffset(declared));
        } catch (NoSuchFieldException e) {
            return null;
        }
    }

    @Override
    public int intIn(Object object, long offset) {
        return UNSAFE.getIntVolatile(object, offset);
    }

    @Override
    public long longIn(Object object, long offset) {
        return UNSAFE.getLong(object, offset);
    }

    @Override
    public Object newInstance(Class<?> type) throws InstantiationException {
        return UNSAFE.allocateInstance(type);
    }

    @Override
    public byte byteAt(long address) {
        return UNSAFE.getByte(address);
    }

    @Override
    public long longAt(long address) {
        return UNSAFE.getLong(address);
    }

    @Override
    public long pointerAt(long address) {
        return UNSAFE.getAddress(address);
    }

    @Override
    public int pageSize() {
        return UNSAFE.pageSize();
    }

    @Override
    public long allocateMemory(long bytes) {
        return UNSAFE.allocateMemory(bytes);
    }

    @Override
    public long reallocateMemory(long address, long bytes) {
        return UNSAFE.reallocateMemory(address, bytes);
    }

    @Override
    public void freeMemory(long address) {
        UNSAFE.freeMemory(address);
    }

    @Override
    public long maxDirectMemory() {
        return VM.maxDirectMemory();
    }

    @Override
    public void reserveNoDirectMemory() {
        JavaNioAccess nio = SharedSecrets.getJavaNioAccess();
        nio.reserveMemory(0, 0);
        nio.unreserveMemory(0, 0);
    }

    @Override
    public long directBuffers() {
        try {
            return SharedSecrets.getJavaNioAccess().getDirectBufferPool().getCount();
        } catch (LinkageError e) {
            return 0; // this JDK does not tell
        }
    }

    @Override
    public long directMemoryUsed() {
        try {
            return SharedSecrets.getJavaNioAccess().getDirectBufferPool().getMemoryUsed();
        } catch (LinkageError e) {
            return 0; // this JDK does not tell
        }
    }

    @Override
    public String[] runtimeArguments() {
        return VM.getRuntimeArguments();
    }

    @Override
    public boolean isInitialized(Class<?> type) {
        return !UNSAFE.shouldBeInitialized(type);
    }

    @Override
    public ThreadLocal<?> newCarrierThreadLocal() {
        try {
            return Class.forName("jdk.internal.misc.CarrierThreadLocal")
                    .asSubclass(ThreadLocal.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    @Override
    public long findSymbol(String name) throws ReflectiveOperationException {
        Class<?> library = Class.forName("jdk.internal.loader.NativeLibrary");
        MethodType type = MethodType.methodType(long.class, long.class, String.class);
        for (Method method : library.getDeclaredMethods()) {
            // Looked for, since a debugger would stop where it is not found.
            if (method.getName().equals("findEntry0")
                    && Modifier.isStatic(method.getModifiers())
                    && type.equals(MethodType.methodType(method.getReturnType(), method.getParameterTypes()))) {
                return call(
                        MethodHandles.privateLookupIn(library, MethodHandles.lookup())
                                .unreflect(method),
                        name);
            }
        }
        return 0;
    }

    private static long call(MethodHandle dlsym, String name) throws ReflectiveOperationException {
        long rtldDefault = 0;
        try {
            return (long) dlsym.invokeExact(rtldDefault, name);
        } catch (Throwable t) {
            throw new ReflectiveOperationException(t);
        }
    }

    @Override
    public void makeAccessible(AccessibleObject member) {
        UNSAFE.putBoolean(member, UNSAFE.objectFieldOffset(AccessibleObject.class, "override"), true);
    }

    @Override
    public boolean runAtEnd(Runnable task) {
        try {
            SharedSecrets.getJavaLangAccess().registerShutdownHook(LAST_SHUTDOWN_HOOK, true, task);
            return true;
        } catch (RuntimeException | InternalError | LinkageError e) {
            return false; // the JVM ends already, or another one is there
        }
    }
}
