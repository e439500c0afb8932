package io.nmt.libraries.programs;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PooledSite;
import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.DefaultByteBufferPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;

/**
 * Takes buffers from a pool that hands out whole ones and gives them back, on many threads, and then tells what is not
 * given back: {@code LABEL BY_CALL_SITE OF_POOLS ITS_OWN}, as the tracker says and as the program knows. Arguments: the
 * library, and whether to wait for the agent.
 */
public final class WholeBuffers {
    private static final int ROUNDS = 4;
    private static final int THREADS = 8;
    private static final int STEPS = 6000;
    private static final int LARGEST = 100_000;
    private static final int MOST_SHARED = 300;
    private static final int LOST = 100;
    private static final int BUFFER_BYTES = 16 << 10;

    private static final List<Buffer> SHARED = new ArrayList<>();

    private final Source source;

    private WholeBuffers(Source source) {
        this.source = source;
    }

    /** A pool. */
    private interface Source {
        Buffer take(int bytes, boolean direct);
    }

    /**
     * A buffer that was handed out.
     *
     * @param bytes outside the heap
     * @param back gives it back
     */
    private record Buffer(Object object, long bytes, Runnable back) {}

    private static final class Jetty implements Source {
        private final ArrayByteBufferPool pool = new ArrayByteBufferPool();

        @Override
        public Buffer take(int bytes, boolean direct) {
            RetainableByteBuffer buffer = pool.acquire(bytes, direct);
            buffer.retain();
            buffer.release();
            boolean pooled = direct && buffer instanceof RetainableByteBuffer.Pooled; // nor is what is very large
            return new Buffer(buffer, pooled ? buffer.getByteBuffer().capacity() : 0, buffer::release);
        }
    }

    private static final class Undertow implements Source {
        private final ByteBufferPool pool = new DefaultByteBufferPool(true, BUFFER_BYTES, 1000, 10);

        @Override
        public Buffer take(int bytes, boolean direct) {
            PooledByteBuffer buffer = (direct ? pool : pool.getArrayBackedPool()).allocate();
            return new Buffer(buffer, direct ? buffer.getBuffer().capacity() : 0, buffer::close);
        }
    }

    public static void main(String[] arguments) throws Exception {
        WholeBuffers program = new WholeBuffers(arguments[0].equals("jetty") ? new Jetty() : new Undertow());
        if (arguments.length > 1) {
            program.round(0);
            Figures.print("ready");
            System.in.read();
            say("attached");
        }
        for (int round = 1; round <= ROUNDS; round++) {
            program.round((long) round * THREADS);
            say("round");
        }
        program.lose();
        say("lost");
        SHARED.forEach(buffer -> buffer.back.run());
        SHARED.clear();
        say("released");
        System.exit(0);
    }

    private static void say(String label) {
        long bySite = 0;
        for (PooledSite site : NativeMemory.pooledBuffers()) {
            boolean pooled = !site.usage().site().category().contains("Unpooled");
            bySite += pooled ? site.usage().liveBytes() + site.goneBytes() : 0;
        }
        long ofPools = 0;
        for (Pool pool : NativeMemory.pools()) {
            ofPools = pool.inUseBytes() == Pool.UNKNOWN ? Pool.UNKNOWN : ofPools + pool.inUseBytes();
        }
        long own = SHARED.stream().mapToLong(Buffer::bytes).sum();
        Figures.print(label + ' ' + bySite + ' ' + ofPools + ' ' + own);
    }

    private void round(long seed) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++) {
            Random random = new Random(seed + i);
            new Thread(() -> {
                        work(random);
                        done.countDown();
                    })
                    .start();
        }
        done.await();
    }

    private void work(Random random) {
        List<Buffer> own = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            if (random.nextBoolean()) {
                own.add(source.take(1 + random.nextInt(LARGEST), random.nextInt(8) != 0));
            } else if (!own.isEmpty()) {
                Buffer buffer = own.remove(random.nextInt(own.size()));
                Buffer released = random.nextInt(10) == 0 ? exchange(buffer, random) : buffer;
                if (released != null) {
                    released.back.run();
                }
            }
        }
        own.forEach(buffer -> buffer.back.run());
    }

    /** Leaves it to another thread to give it back. */
    private static Buffer exchange(Buffer buffer, Random random) {
        synchronized (SHARED) {
            SHARED.add(buffer);
            return SHARED.size() < MOST_SHARED ? null : SHARED.remove(random.nextInt(SHARED.size()));
        }
    }

    /** Forgets buffers without giving them back, and has them collected. */
    private void lose() {
        for (int i = 0; i < LOST; i++) {
            source.take(1 + i, true);
        }
        System.gc();
    }
}
