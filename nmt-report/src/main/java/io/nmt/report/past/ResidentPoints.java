package io.nmt.report.past;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The readings of resident memory of the last hour, ten seconds apart at the least. Names of lines are kept once, lines
 * as numbers of few bytes. Thread-safe.
 */
public final class ResidentPoints {
    private static final long HOUR_NANOS = 3600L * 1_000_000_000;
    private static final long APART_NANOS = 10L * 1_000_000_000;
    private static final int MAX_NAMES = 1000;
    private static final int ARRAY_BYTES = 24;

    private final long maxBytes;
    private final Deque<Kept> kept = new ArrayDeque<>();
    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private long bytes;

    /** A reading in as few bytes as it takes. */
    private static final class Kept {
        final long nanoTime;
        final byte[] code;

        Kept(long nanoTime, byte[] code) {
            this.nanoTime = nanoTime;
            this.code = code;
        }
    }

    ResidentPoints(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * Keeps a reading, unless the last one is younger than ten seconds.
     *
     * @param point just read
     */
    public synchronized void add(ResidentPoint point) {
        if (kept.isEmpty() || point.nanoTime() - kept.peekLast().nanoTime >= APART_NANOS) {
            byte[] code = encode(point);
            kept.addLast(new Kept(point.nanoTime(), code));
            bytes += code.length + ARRAY_BYTES;
        }
        dropOld(point.nanoTime());
    }

    /**
     * The readings of the last hour, but those of the last ten seconds.
     *
     * @return the oldest first
     */
    public List<ResidentPoint> lastHour() {
        return lastHour(System.nanoTime());
    }

    synchronized List<ResidentPoint> lastHour(long nowNanos) {
        dropOld(nowNanos);
        return kept.stream()
                .filter(each -> nowNanos - each.nanoTime >= APART_NANOS)
                .map(this::decode)
                .toList();
    }

    /** The bytes that all of them take. */
    synchronized long bytes() {
        return bytes;
    }

    private void dropOld(long nowNanos) {
        while (!kept.isEmpty()
                && (nowNanos - kept.peekFirst().nanoTime > HOUR_NANOS || (bytes > maxBytes && kept.size() > 1))) {
            bytes -= kept.removeFirst().code.length + ARRAY_BYTES;
        }
    }

    private byte[] encode(ResidentPoint point) {
        VarBytes code = new VarBytes();
        code.write(point.rssBytes());
        code.write(point.livedBytes());
        code.write(point.mappings() + 1L);
        code.write(point.arenas());
        point.lines().forEach((name, residentBytes) -> {
            int number = number(name);
            if (number < MAX_NAMES) {
                code.write(number);
                code.write(residentBytes);
            }
        });
        return code.toArray();
    }

    /** The number of a line's name; {@link #MAX_NAMES} if there are as many others. */
    private int number(String name) {
        Integer number = numbers.get(name);
        if (number == null && names.size() < MAX_NAMES) {
            number = names.size();
            names.add(name);
            numbers.put(name, number);
        }
        return number == null ? MAX_NAMES : number;
    }

    private ResidentPoint decode(Kept each) {
        VarBytes code = new VarBytes(each.code);
        long rss = code.read();
        long lived = code.read();
        int mappings = (int) code.read() - 1;
        int arenas = (int) code.read();
        Map<String, Long> lines = new HashMap<>();
        while (code.hasMore()) {
            lines.put(names.get((int) code.read()), code.read());
        }
        return new ResidentPoint(each.nanoTime, rss, lived, mappings, arenas, lines);
    }
}
