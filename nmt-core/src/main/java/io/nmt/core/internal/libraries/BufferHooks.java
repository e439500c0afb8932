package io.nmt.core.internal.libraries;

import io.nmt.core.internal.tracker.Tracker;
import java.nio.ByteBuffer;

/**
 * The hooks in libraries with pools, for buffers that are handed out and released. A field added to the buffer's class
 * holds its sample: null for one that is not sampled, as most are.
 *
 * <p>As in {@link io.nmt.core.internal.hooks.UnsafeHooks}, no method throws, takes a lock, or allocates native memory.
 */
public final class BufferHooks {
    private static final int NOTHING_TO_DO = 0;
    private static final int REPLACED = -1;

    private BufferHooks() {}

    /**
     * Called where a buffer is handed out, also one that was handed out before and has got other memory.
     *
     * @param known what its field holds
     * @param bytes that it takes from its pool
     * @return 0, or what {@link #handedOut} is to be called with
     */
    public static int passes(Object known, int bytes) {
        try {
            return Tracker.current().samples(bytes) ? bytes : known != null ? REPLACED : NOTHING_TO_DO;
        } catch (Throwable t) {
            Tracker.failed(t);
            return NOTHING_TO_DO;
        }
    }

    /**
     * Called then.
     *
     * @param buffer that is handed out
     * @param known what its field holds
     * @param passed what {@link #passes} has returned
     * @param direct whether its memory is outside the heap
     * @param chunk that it is a part of
     * @param group number of its pool's kind
     * @return what the field is to hold
     */
    public static Object handedOut(Object buffer, Object known, int passed, boolean direct, Object chunk, int group) {
        try {
            if (known instanceof PooledBuffer replaced) {
                PooledBuffers.givenBack(replaced);
            }
            return passed == REPLACED || !direct ? null : PooledBuffers.handedOut(buffer, chunk, passed, group);
        } catch (Throwable t) {
            Tracker.failed(t);
            return null;
        }
    }

    /**
     * Called where a buffer is given back.
     *
     * @param known what its field held
     */
    public static void givenBack(Object known) {
        try {
            if (known instanceof PooledBuffer buffer) {
                PooledBuffers.givenBack(buffer);
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * Called where a library says of a buffer who has it now.
     *
     * @param known what its field holds
     * @param hint such as the context of the handler that it is passed to; null if there is none
     */
    public static void touched(Object known, Object hint) {
        try {
            if (known instanceof PooledBuffer buffer) {
                String component = hint == null ? null : Components.of(hint);
                if (component != null) {
                    buffer.seenIn(component);
                } else {
                    BufferUsers.touched(buffer);
                }
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * True if a message is an object of the library itself, so that its receiver can be told.
     *
     * @param pipeline of the library that it passes
     * @param message that is passed on
     * @return false if it may be the application's
     */
    public static boolean isOf(Object pipeline, Object message) {
        try {
            return message != null && Components.isLibrarys(pipeline.getClass(), message.getClass());
        } catch (Throwable t) {
            Tracker.failed(t);
            return false;
        }
    }

    /**
     * Called where code says that it goes on using a buffer.
     *
     * @param known what its field holds
     */
    public static void retained(Object known) {
        try {
            if (known instanceof PooledBuffer buffer) {
                BufferUsers.retained(buffer);
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * Called where code says that it does not use a buffer any longer.
     *
     * @param known what its field holds
     */
    public static void released(Object known) {
        try {
            if (known instanceof PooledBuffer buffer) {
                BufferUsers.released(buffer);
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * Called where a buffer becomes a part of another one.
     *
     * @param known what the field of the whole holds
     * @param ofPart what that of the part holds
     * @return what the field of the whole is to hold
     */
    public static Object composed(Object known, Object ofPart) {
        return ofPart instanceof PooledBuffer part
                        && (!(known instanceof PooledBuffer whole) || part.bytes() > whole.bytes())
                ? part
                : known;
    }

    /**
     * Notes a buffer handed out whose class was loaded before the agent and has no such field.
     *
     * @param buffer that is handed out
     * @param bytes that it takes from its pool
     * @param direct whether its memory is outside the heap
     * @param chunk that it is a part of
     * @param group number of its pool's kind
     */
    public static void handedOutWithoutField(Object buffer, int bytes, boolean direct, Object chunk, int group) {
        try {
            boolean sampled = Tracker.current().samples(bytes);
            if (direct) {
                LateBuffers.handedOut(buffer, chunk, sampled ? bytes : 0, group);
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * {@link #givenBack} likewise.
     *
     * @param buffer that is given back
     */
    public static void givenBackWithoutField(Object buffer) {
        try {
            LateBuffers.givenBack(buffer);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * {@link #composed} likewise.
     *
     * @param whole what the buffer becomes a part of
     * @param ofPart what is known of the part
     */
    public static void composedWithoutField(Object whole, Object ofPart) {
        try {
            PooledBuffer before = LateBuffers.of(whole);
            if (composed(before, ofPart) instanceof PooledBuffer now && now != before) {
                LateBuffers.put(whole, now);
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * Forgets a buffer without such a field, which is used anew.
     *
     * @param buffer that has been a part of another one before
     */
    public static void unknownWithoutField(Object buffer) {
        try {
            LateBuffers.remove(buffer);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * The sample of a buffer without such a field.
     *
     * @param buffer that is used
     * @return what its field would hold
     */
    public static Object known(Object buffer) {
        try {
            return LateBuffers.of(buffer);
        } catch (Throwable t) {
            Tracker.failed(t);
            return null;
        }
    }

    /**
     * Called where a pool hands out a whole buffer.
     *
     * @param pool the library's object
     * @param memory the buffer
     * @param group number of its pool's kind
     */
    public static void lent(Object pool, ByteBuffer memory, int group) {
        try {
            LentBuffers.handedOut(pool, memory, group);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * Called where a pool makes a buffer that it does not take back.
     *
     * @param memory the buffer
     * @param group number of that kind
     */
    public static void madeUnpooled(ByteBuffer memory, int group) {
        try {
            LentBuffers.madeUnpooled(memory, group);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * Called where a whole buffer is given back.
     *
     * @param memory the buffer
     */
    public static void returned(ByteBuffer memory) {
        try {
            LentBuffers.givenBack(memory);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }
}
