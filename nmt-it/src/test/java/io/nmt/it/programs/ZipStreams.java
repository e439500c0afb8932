package io.nmt.it.programs;

import io.nmt.core.NativeMemory;
import io.nmt.core.internal.origins.Origin;
import io.nmt.core.internal.origins.Origins;
import io.nmt.core.model.Category;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Inflaters and deflaters from construction to end; its argument says what of that. */
public final class ZipStreams {
    private static final int STREAMS = 100;
    private static final int LEAKED = 10;
    private static final int THREADS = 8;
    private static final int STEPS = 5_000;

    private static List<Object> held = new ArrayList<>();

    private ZipStreams() {}

    public static void main(String[] arguments) throws Exception {
        if (!arguments[0].equals("late")) {
            Figures.say("begin");
        }
        switch (arguments[0]) {
            case "late" -> late();
            case "inflaters" -> inflaters();
            case "deflaters" -> deflaters();
            case "leaks" -> leaks();
            case "cleaner" -> cleaner();
            case "threads" -> threads();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    /** Uses and ends streams that are older than the agent, and then younger ones. */
    private static void late() throws IOException, DataFormatException {
        Inflater inflater = new Inflater();
        Inflater used = new Inflater();
        Zipped.inflateInParts(used, Zipped.ZLIB);
        Deflater deflater = new Deflater();
        Talk.say("ready");
        Talk.await("attached");
        Figures.say("begin");
        Zipped.inflateInParts(inflater, Zipped.ZLIB);
        used.reset();
        Zipped.inflateInParts(used, Zipped.ZLIB);
        inflater.end();
        used.end();
        deflater.end();
        Figures.say("old ended");
        inflaters();
    }

    private static void inflaters() throws DataFormatException {
        List<Inflater> inflaters = new ArrayList<>();
        for (int i = 0; i < STREAMS; i++) {
            inflaters.add(new Inflater());
        }
        Figures.say("new");
        for (Inflater inflater : inflaters) {
            Zipped.inflateInParts(inflater, Zipped.ZLIB);
        }
        Figures.say("used");
        for (Inflater inflater : inflaters) {
            inflater.reset();
            Zipped.inflateAtOnce(inflater, Zipped.ZLIB);
        }
        Figures.say("reset");
        for (Inflater inflater : inflaters) {
            inflater.end();
            inflater.end();
        }
        Figures.say("ended");
    }

    private static void deflaters() {
        byte[] out = new byte[1000];
        List<Deflater> deflaters = new ArrayList<>();
        for (int i = 0; i < STREAMS; i++) {
            deflaters.add(new Deflater(i % 10, i % 2 == 0));
        }
        Figures.say("new");
        for (Deflater deflater : deflaters) {
            deflater.setLevel(Deflater.BEST_COMPRESSION);
            deflater.setStrategy(Deflater.HUFFMAN_ONLY);
            Zipped.deflateTo(deflater, out);
        }
        Figures.say("used");
        for (Deflater deflater : deflaters) {
            deflater.reset();
            deflater.setDictionary(Zipped.DICTIONARY);
            Zipped.deflateTo(deflater, out);
        }
        Figures.say("reset");
        for (Deflater deflater : deflaters) {
            deflater.end();
            deflater.end();
        }
        Figures.say("ended");
    }

    /** Tells the origins of all that is live, and how old they can be at most. */
    private static void leaks() throws InterruptedException {
        long start = System.nanoTime();
        Thread leaker = new Thread(
                () -> {
                    for (int i = 0; i < LEAKED; i++) {
                        held.add(new Inflater());
                        held.add(new Deflater());
                        new Inflater().end();
                        new Deflater().end();
                    }
                },
                "leaker");
        leaker.start();
        leaker.join();
        Figures.say("leaked");
        List<Origin> origins = Origins.of(Category.ZIP.id());
        long sinceStart = System.nanoTime() - start;
        for (Origin origin : origins) {
            boolean ageRight = origin.ageNanos() > 0 && origin.ageNanos() < sinceStart;
            Talk.say("origin " + origin.bytes() + " " + origin.threadName() + " " + ageRight);
        }
    }

    private static void cleaner() {
        for (int i = 0; i < STREAMS; i++) {
            held.add(new Inflater());
            held.add(new Deflater());
        }
        Figures.say("reachable");
        held = null;
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (NativeMemory.snapshot().category(Category.ZIP.name()).count() > 0 && System.nanoTime() < deadline) {
            NativeMemory.collectUnreachable(); // waits for the cleaners
        }
        Figures.say("collected");
    }

    /** Threads open streams, use them, and end their own and each other's. */
    private static void threads() throws Exception {
        Queue<Object> shared = new ConcurrentLinkedQueue<>();
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Random random = new Random(i);
            futures.add(executor.submit(() -> {
                for (int step = 0; step < STEPS; step++) {
                    shared.add(random.nextInt(4) == 0 ? new Deflater() : usedInflater(random));
                    if (random.nextInt(10) != 0) {
                        end(shared.poll());
                    }
                }
                return null;
            }));
        }
        for (Future<?> future : futures) {
            future.get();
        }
        executor.shutdown();
        Talk.say("left " + shared.size());
        Figures.say("left");
        shared.forEach(ZipStreams::end);
        Figures.say("ended");
    }

    private static Inflater usedInflater(Random random) throws DataFormatException {
        boolean raw = random.nextBoolean();
        Inflater inflater = new Inflater(raw);
        for (int i = random.nextInt(3); i > 0; i--) {
            Zipped.inflateInParts(inflater, raw ? Zipped.RAW : Zipped.ZLIB);
            inflater.reset();
        }
        return inflater;
    }

    private static void end(Object stream) {
        if (stream instanceof Inflater inflater) {
            inflater.end();
        } else if (stream instanceof Deflater deflater) {
            deflater.end();
        }
    }
}
