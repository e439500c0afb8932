package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import io.nmt.core.NativeMemory;
import io.nmt.core.Scope;
import io.nmt.core.TrackedAllocator;
import io.nmt.core.model.Category;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Takes memory in the application's own categories: through scopes, or through an allocator, as its argument says. */
public final class Scopes {
    private static final Category INDEX = Category.of("Index");
    private static final Category CACHE = Category.of("Cache");
    private static final long IMPOSSIBLE = 1L << 62;

    private Scopes() {}

    public static void main(String[] arguments) throws Exception {
        Figures.say("begin");
        switch (arguments[0]) {
            case "scope" -> scope();
            case "nested" -> nested();
            case "threads" -> otherThread();
            case "async" -> async();
            case "allocator" -> allocator();
            case "allocator-fails" -> allocatorFails();
            case "mixed" -> mixed();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void scope() throws IOException {
        long address;
        ByteBuffer direct;
        Scope scope = NativeMemory.scope(INDEX);
        try {
            address = UNSAFE.allocateMemory(61);
            direct = ByteBuffer.allocateDirect(1000);
            Memory.writeHeapBuffer(10_000);
        } finally {
            scope.close();
        }
        long outside = UNSAFE.allocateMemory(71);
        Figures.say("after the scope");
        address = UNSAFE.reallocateMemory(address, 131);
        Figures.say("reallocated outside");
        scope = NativeMemory.scope(CACHE);
        try {
            address = UNSAFE.reallocateMemory(address, 5 << 20);
        } finally {
            scope.close();
        }
        Figures.say("reallocated in another scope");
        UNSAFE.freeMemory(address);
        UNSAFE.freeMemory(outside);
        UNSAFE.invokeCleaner(direct);
        Figures.say("freed");
    }

    private static void nested() {
        Scope outer = NativeMemory.scope(INDEX);
        UNSAFE.allocateMemory(1);
        Scope inner = NativeMemory.scope(CACHE);
        UNSAFE.allocateMemory(10);
        inner.close();
        UNSAFE.allocateMemory(100);
        outer.close();
        UNSAFE.allocateMemory(1000);
        Figures.say("nested");
    }

    private static void otherThread() throws InterruptedException {
        Scope scope = NativeMemory.scope(INDEX);
        Thread thread = new Thread(() -> UNSAFE.allocateMemory(61));
        thread.start();
        thread.join();
        scope.close();
        Figures.say("other thread");
    }

    /** Tasks that run while a scope is open where they were handed over. */
    private static void async() throws Exception {
        CountDownLatch ran = new CountDownLatch(2);
        ExecutorService executor = Executors.newSingleThreadExecutor();
        Scope scope = NativeMemory.scope(INDEX);
        CompletableFuture<Long> notPassedOn = CompletableFuture.supplyAsync(() -> UNSAFE.allocateMemory(1), executor)
                .thenApplyAsync(address -> UNSAFE.allocateMemory(10), executor);
        notPassedOn.get();
        CompletableFuture<Long> passedOn = CompletableFuture.supplyAsync(() -> allocateIn(INDEX, 100), executor)
                .thenApplyAsync(address -> allocateIn(CACHE, 1000), executor);
        passedOn.get();
        // Of the common pool. If this waited by get(), it might run them itself.
        CompletableFuture<Void> tasks = CompletableFuture.allOf(
                CompletableFuture.runAsync(() -> UNSAFE.allocateMemory(10_000)).thenRun(ran::countDown),
                CompletableFuture.runAsync(() -> allocateIn(INDEX, 100_000)).thenRun(ran::countDown));
        ran.await();
        UNSAFE.allocateMemory(1_000_000);
        scope.close();
        tasks.get();
        executor.shutdown();
        Figures.say("async");
    }

    private static long allocateIn(Category category, long bytes) {
        Scope scope = NativeMemory.scope(category);
        try {
            return UNSAFE.allocateMemory(bytes);
        } finally {
            scope.close();
        }
    }

    private static void allocator() {
        TrackedAllocator index = NativeMemory.allocator(INDEX);
        TrackedAllocator cache = NativeMemory.allocator(CACHE);
        long small = index.allocate(61);
        long large = index.allocate(1 << 20);
        long other = cache.allocate(500);
        Talk.say("allocate(0) = " + index.allocate(0));
        Figures.say("allocated");
        small = index.reallocate(small, 131);
        large = index.reallocate(large, 100); // from large to small
        Figures.say("reallocated");
        Talk.say("reallocate(a,0) = " + cache.reallocate(other, 0));
        long fresh = cache.reallocate(0, 600);
        index.free(0);
        Figures.say("freed and allocated by reallocate");
        cache.free(small); // any allocator may free it
        index.free(large);
        index.free(fresh);
        Figures.say("freed");
    }

    private static void allocatorFails() {
        TrackedAllocator index = NativeMemory.allocator(INDEX);
        long address = index.allocate(1000);
        try {
            index.allocate(IMPOSSIBLE);
        } catch (OutOfMemoryError e) {
            Talk.say("no memory to allocate");
        }
        UNSAFE.allocateMemory(61); // must not get the category of what failed
        Figures.say("not allocated");
        try {
            index.reallocate(address, IMPOSSIBLE);
        } catch (OutOfMemoryError e) {
            Talk.say("no memory to reallocate");
        }
        Figures.say("not reallocated");
        index.free(address);
        Figures.say("freed");
    }

    /** An allocator inside a scope: what the allocator says is more precise. */
    private static void mixed() {
        Scope scope = NativeMemory.scope(CACHE);
        NativeMemory.allocator(INDEX).allocate(61);
        scope.close();
        Figures.say("mixed");
    }
}
