package io.nmt.bench.demo;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** The work of the service for a request, and all its native memory for that. Thread-safe. */
final class Workload implements AutoCloseable {
    /** Bytes of every response: a cached body and a page of the file. */
    static final int RESPONSE_BYTES = BodyCache.BODY_BYTES + PagedFile.PAGE_BYTES;

    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger served = new AtomicInteger();
    private final PagedFile file = new PagedFile();
    private final BodyCache bodies = new BodyCache();
    private final SessionIndex sessions = new SessionIndex();
    private final LeakyCache leaks = new LeakyCache();

    Workload() throws IOException {}

    /**
     * Serves one request.
     *
     * @param scratch of the connection, large enough for a page
     * @param response takes {@link #RESPONSE_BYTES}
     */
    void serve(ScratchBuffer scratch, ByteBuf response) {
        int number = requests.incrementAndGet();
        sessions.open(number);
        leaks.use(number);
        bodies.write(number, response);
        scratch.load(file.page(number));
        scratch.write(response);
        served.incrementAndGet();
    }

    int served() {
        return served.get();
    }

    LeakyCache leaks() {
        return leaks;
    }

    /** Frees everything but the leak. To be called when no more request is served. */
    @Override
    public void close() {
        sessions.close();
        bodies.close();
        file.close();
    }
}
