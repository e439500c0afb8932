package io.nmt.agent.instrument;

import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** A method of Netty that tells of buffers of a pool, and where in it is what. */
enum BufferMethod {
    /** {@code PoolArena.allocate(PoolThreadCache, PooledByteBuf, int)}, or with {@code PoolArenasCache}. */
    POOLED(0, 2, 3),
    /** {@code AdaptivePoolingAllocator.allocate(int, int, Thread, AdaptiveByteBuf)}, which returns the buffer. */
    ADAPTIVE(1, 4, 1),
    /** {@code deallocate()} of a buffer. */
    BACK(-1, 0, 0),
    /** {@code touch(Object)} or {@code touch()} of a buffer. */
    TOUCH(-1, 0, 0),
    /** {@code retain()} or {@code retain(int)} of a buffer. */
    RETAIN(-1, 0, 0),
    /** {@code release()} or {@code release(int)} of a buffer. */
    RELEASE(-1, 0, 0),
    /** {@code AbstractPooledDerivedByteBuf.init(AbstractByteBuf, ByteBuf, int, int, int)}. */
    DERIVE(-1, 1, 3),
    /** {@code CompositeByteBuf.newComponent(ByteBuf, int)}. */
    COMPOSE(-1, 1, 2),
    /** {@code FixedCompositeByteBuf(ByteBufAllocator, ByteBuf...)}: an array of them. */
    COMPOSE_ALL(-1, 2, 3);

    /** Number of the pool's kind: {@code PoolKind}. */
    final int kind;

    /** The local that has the buffer. */
    final int buffer;

    /** A local that is an {@code int}, and of no more use. */
    final int scratch;

    BufferMethod(int kind, int buffer, int scratch) {
        this.kind = kind;
        this.buffer = buffer;
        this.scratch = scratch;
    }

    /** Null if it is another one of that name. */
    static BufferMethod of(Hook.Kind kind, int access, String descriptor) {
        boolean own = (access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_BRIDGE)) == 0;
        if (!own) {
            return null;
        }
        return switch (kind) {
            case BUFFER_GIVEN_BACK -> descriptor.equals("()V") ? BACK : null;
            case BUFFER_TOUCHED ->
                descriptor.startsWith("(Ljava/lang/Object;)L") || descriptor.startsWith("()L") ? TOUCH : null;
            case BUFFER_RETAINED -> descriptor.startsWith("()L") || descriptor.startsWith("(I)L") ? RETAIN : null;
            case BUFFER_RELEASED -> descriptor.equals("()Z") || descriptor.equals("(I)Z") ? RELEASE : null;
            case BUFFER_DERIVED -> descriptor.contains("/AbstractByteBuf;L") ? DERIVE : null;
            case BUFFER_COMPOSED -> ofCompose(descriptor);
            default -> ofAllocate(Type.getArgumentTypes(descriptor), descriptor);
        };
    }

    private static BufferMethod ofCompose(String descriptor) {
        if (descriptor.contains("/ByteBufAllocator;[L") && descriptor.endsWith("/ByteBuf;)V")) {
            return COMPOSE_ALL;
        }
        return descriptor.startsWith("(L") && descriptor.contains("/ByteBuf;I)") ? COMPOSE : null;
    }

    private static boolean isCache(String className) {
        return className.endsWith(".PoolThreadCache") || className.endsWith(".PoolArenasCache"); // Netty 4.1.94
    }

    private static BufferMethod ofAllocate(Type[] types, String descriptor) {
        if (types.length == 3
                && isCache(types[0].getClassName())
                && types[1].getClassName().endsWith(".PooledByteBuf")
                && descriptor.endsWith("I)V")) {
            return POOLED;
        }
        return types.length == 4
                        && types[0].equals(Type.INT_TYPE)
                        && types[1].equals(Type.INT_TYPE)
                        && types[3].getClassName().endsWith("$AdaptiveByteBuf")
                        && descriptor.endsWith(")" + types[3].getDescriptor())
                ? ADAPTIVE
                : null;
    }
}
