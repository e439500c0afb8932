package io.nmt.core.internal.counters;

/** A thread's id, which no other thread ever has: since JDK 22. */
final class ThreadId {
    private ThreadId() {}

    static long of(Thread thread) {
        return thread.threadId();
    }
}
