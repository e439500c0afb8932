package io.nmt.core.internal.libraries;

import io.nmt.core.internal.handles.HandleHooks;
import io.nmt.core.internal.tracker.UnseenFailures;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * The hooks that classes of libraries call. The class loader of such a class decides which names it finds, and {@code
 * java.*} is all that each loader must take from the boot loader. So the build gives this class the name {@code
 * java.lang.NmtHooks} (build/AgentJar.java), and it becomes a part of the JDK's base module when it is defined.
 *
 * <p>The JVM leaves its frames out of stack traces and compiles its methods into their callers, by annotations that the
 * build adds. Each method calls the hook of its name. The counter of failures is the one of {@link UnseenFailures}.
 */
public final class LibraryDoor extends UnseenFailures {
    private LibraryDoor() {}

    /** Calls {@link JnaHooks#allocated}. */
    public static void allocated(long address, long bytes) {
        JnaHooks.allocated(address, bytes);
    }

    /** Calls {@link JnaHooks#freeing}. */
    public static void freeing(long address) {
        JnaHooks.freeing(address);
    }

    /** Calls {@link HandleHooks#created}. */
    public static Object created(Object handle, Object known, int row) {
        return HandleHooks.created(handle, known, row);
    }

    /** Calls {@link HandleHooks#closed}. */
    public static void closed(Object known) {
        HandleHooks.closed(known);
    }

    /** Calls {@link HandleHooks#disowned}. */
    public static void disowned(Object known) {
        HandleHooks.disowned(known);
    }

    /** Calls {@link HandleHooks#createdWithoutField}. */
    public static void createdWithoutField(Object handle, int row) {
        HandleHooks.createdWithoutField(handle, row);
    }

    /** Calls {@link HandleHooks#closedWithoutField}. */
    public static void closedWithoutField(Object handle) {
        HandleHooks.closedWithoutField(handle);
    }

    /** Calls {@link HandleHooks#disownedWithoutField}. */
    public static void disownedWithoutField(Object handle) {
        HandleHooks.disownedWithoutField(handle);
    }

    /** Calls {@link ContextHooks#context(String, String)}. */
    public static void context(String key, String value) {
        ContextHooks.context(key, value);
    }

    /** Calls {@link ContextHooks#context(String)}. */
    public static void context(String key) {
        ContextHooks.context(key);
    }

    /** Calls {@link ContextHooks#context()}. */
    public static void context() {
        ContextHooks.context();
    }

    /** Calls {@link ContextHooks#context(Map)}. */
    public static void context(Map<?, ?> values) {
        ContextHooks.context(values);
    }

    /** Calls {@link ContextHooks#storedIn}. */
    public static void storedIn(ThreadLocal<?> contexts) {
        ContextHooks.storedIn(contexts);
    }

    /** Calls {@link PoolHooks#made}. */
    public static void made(Object chunk) {
        PoolHooks.made(chunk);
    }

    /** Calls {@link PoolHooks#freeing}. */
    public static void freeing(Object chunk) {
        PoolHooks.freeing(chunk);
    }

    /** Calls {@link BufferHooks#passes}. */
    public static int passes(Object known, int bytes) {
        return BufferHooks.passes(known, bytes);
    }

    /** Calls {@link BufferHooks#handedOut}. */
    public static Object handedOut(Object buffer, Object known, int passed, boolean direct, Object chunk, int group) {
        return BufferHooks.handedOut(buffer, known, passed, direct, chunk, group);
    }

    /** Calls {@link BufferHooks#givenBack}. */
    public static void givenBack(Object known) {
        BufferHooks.givenBack(known);
    }

    /** Calls {@link BufferHooks#touched}. */
    public static void touched(Object known, Object hint) {
        BufferHooks.touched(known, hint);
    }

    /** Calls {@link BufferHooks#isOf}. */
    public static boolean isOf(Object pipeline, Object message) {
        return BufferHooks.isOf(pipeline, message);
    }

    /** Calls {@link BufferHooks#retained}. */
    public static void retained(Object known) {
        BufferHooks.retained(known);
    }

    /** Calls {@link BufferHooks#released}. */
    public static void released(Object known) {
        BufferHooks.released(known);
    }

    /** Calls {@link BufferHooks#composed}. */
    public static Object composed(Object known, Object ofPart) {
        return BufferHooks.composed(known, ofPart);
    }

    /** Calls {@link BufferHooks#handedOutWithoutField}. */
    public static void handedOutWithoutField(Object buffer, int bytes, boolean direct, Object chunk, int group) {
        BufferHooks.handedOutWithoutField(buffer, bytes, direct, chunk, group);
    }

    /** Calls {@link BufferHooks#givenBackWithoutField}. */
    public static void givenBackWithoutField(Object buffer) {
        BufferHooks.givenBackWithoutField(buffer);
    }

    /** Calls {@link BufferHooks#composedWithoutField}. */
    public static void composedWithoutField(Object whole, Object ofPart) {
        BufferHooks.composedWithoutField(whole, ofPart);
    }

    /** Calls {@link BufferHooks#unknownWithoutField}. */
    public static void unknownWithoutField(Object buffer) {
        BufferHooks.unknownWithoutField(buffer);
    }

    /** Calls {@link BufferHooks#known}. */
    public static Object known(Object buffer) {
        return BufferHooks.known(buffer);
    }

    /** Calls {@link BufferHooks#lent}. */
    public static void lent(Object pool, ByteBuffer memory, int group) {
        BufferHooks.lent(pool, memory, group);
    }

    /** Calls {@link BufferHooks#madeUnpooled}. */
    public static void madeUnpooled(ByteBuffer memory, int group) {
        BufferHooks.madeUnpooled(memory, group);
    }

    /** Calls {@link BufferHooks#returned}. */
    public static void returned(ByteBuffer memory) {
        BufferHooks.returned(memory);
    }
}
