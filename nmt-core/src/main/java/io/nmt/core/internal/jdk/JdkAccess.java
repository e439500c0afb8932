package io.nmt.core.internal.jdk;

import java.lang.reflect.AccessibleObject;

/**
 * The tracker's access to the inside of the JDK.
 *
 * <p>Thread-safe. Offsets are those of {@code jdk.internal.misc.Unsafe}, addresses and sizes are in bytes. Nothing is
 * checked: a wrong offset or address ends the JVM.
 */
public interface JdkAccess {
    /** In place of an offset: the class has no such field. */
    long NO_FIELD = -1;

    /** The offset in its instances of a field that the class declares, or {@link #NO_FIELD}. */
    long fieldOffset(Class<?> type, String field);

    /** The reference in a field of an object. */
    Object reference(Object object, long offset);

    /** Sets the reference in a field of an object. */
    void setReference(Object object, long offset, Object value);

    /** The reference in a static field; null if the class has no such field, or was not initialised. */
    Object staticReference(Class<?> type, String field);

    /** The int in a field of an object. */
    int intIn(Object object, long offset);

    /** The long in a field of an object. */
    long longIn(Object object, long offset);

    /** A new object of a class, of which no constructor has run. */
    Object newInstance(Class<?> type) throws InstantiationException;

    /** The byte at an address. */
    byte byteAt(long address);

    /** The long at an address. */
    long longAt(long address);

    /** The pointer at an address. */
    long pointerAt(long address);

    /** Size of a page of memory. */
    int pageSize();

    /** {@code Unsafe.allocateMemory}. */
    long allocateMemory(long bytes);

    /** {@code Unsafe.reallocateMemory}. */
    long reallocateMemory(long address, long bytes);

    /** {@code Unsafe.freeMemory}. */
    void freeMemory(long address);

    /** The limit of all direct buffers together, in bytes. */
    long maxDirectMemory();

    /** Counts a direct buffer of 0 bytes as the JDK does before it allocates one, and takes that back. */
    void reserveNoDirectMemory();

    /** The number of direct buffers, from {@code java.nio:type=BufferPool,name=direct}; 0 if unknown. */
    long directBuffers();

    /** Bytes of all direct buffers, from the same bean; 0 if unknown. */
    long directMemoryUsed();

    /** The options of the JVM, also those of variables and files. */
    String[] runtimeArguments();

    /** True if the class's initialiser has run to its end. */
    boolean isInitialized(Class<?> type);

    /**
     * A thread-local whose value is the platform thread's also while that carries virtual threads; null before JDK 21.
     */
    ThreadLocal<?> newCarrierThreadLocal();

    /** The address of a symbol in the process's global scope, or 0; before JDK 21 always 0. */
    long findSymbol(String name) throws ReflectiveOperationException;

    /** {@code setAccessible(true)}, whichever module it belongs to. */
    void makeAccessible(AccessibleObject member);

    /**
     * Has a task run when the JVM ends: once all shutdown hooks have ended, on the thread that ends it. To be called
     * once.
     *
     * @param task that is short and throws nothing
     * @return false if this JDK does not let it; then nothing is done
     */
    boolean runAtEnd(Runnable task);
}
