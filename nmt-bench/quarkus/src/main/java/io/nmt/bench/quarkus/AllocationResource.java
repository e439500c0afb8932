package io.nmt.bench.quarkus;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Takes native memory before it answers: 1000 blocks of 1 KiB, one after the other, all freed at the end. */
@Path("/")
public class AllocationResource {
    private static final Unsafe UNSAFE = unsafe();
    private static final int BLOCKS = 1000;
    private static final int BLOCK_SIZE_BYTES = 1024;

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Allocates, touches and frees.
     *
     * @return how much was allocated
     */
    @GET
    @Path("/allocate")
    public String allocate() {
        long[] addresses = new long[BLOCKS];
        for (int i = 0; i < BLOCKS; i++) {
            addresses[i] = UNSAFE.allocateMemory(BLOCK_SIZE_BYTES);
            UNSAFE.putByte(addresses[i], (byte) i);
        }
        for (long address : addresses) {
            UNSAFE.freeMemory(address);
        }
        return BLOCKS + " blocks of " + BLOCK_SIZE_BYTES + " bytes";
    }
}
