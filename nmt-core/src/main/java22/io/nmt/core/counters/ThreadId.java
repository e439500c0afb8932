package io.nmt.core.counters;

/** A thread's id, which no other thread ever has: since JDK 22. */
final class ThreadId {
    private ThreadId() {}

    static long of(Thread thread) {
        return thread.threadId();
    }
}
