package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.SiteUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * {@code KnownSites ROUNDS SMALLEST LARGEST}: in each round, 20 sites hold from 1 KiB to 256 MiB in blocks of the given
 * sizes, whose logarithms are evenly distributed. Tells for each round and site:
 * {@code site ROUND NUMBER TRUTH ESTIMATE ERROR COUNT ESTIMATED_COUNT VARIANCE LARGEST}: the last two are of the truth,
 * in bytes² and bytes.
 */
public final class KnownSites {
    static final int SITES = 20;

    private static final int[] LINES = new int[SITES];

    private KnownSites() {}

    public static void main(String[] arguments) {
        int rounds = Integer.parseInt(arguments[0]);
        double smallest = Math.log(Double.parseDouble(arguments[1]));
        double largest = Math.log(Double.parseDouble(arguments[2]));
        double interval = NativeMemory.sampling().intervalBytes();
        Random random = new Random(1); // of block sizes; what is sampled differs from round to round anyway
        for (int round = 0; round < rounds; round++) {
            List<List<Long>> held = new ArrayList<>();
            long[] truth = new long[SITES];
            double[] variance = new double[SITES];
            long[] largestBlock = new long[SITES];
            for (int site = 0; site < SITES; site++) {
                long target = Math.round(1024 * Math.pow(2, 18.0 * site / (SITES - 1)));
                List<Long> blocks = new ArrayList<>();
                while (truth[site] < target) {
                    long drawn = Math.round(Math.exp(smallest + random.nextDouble() * (largest - smallest)));
                    long bytes = Math.min(drawn, target - truth[site]);
                    blocks.add(allocate(site, bytes));
                    truth[site] += bytes;
                    variance[site] += variance(bytes, interval);
                    largestBlock[site] = Math.max(largestBlock[site], bytes);
                }
                held.add(blocks);
            }
            tell(round, truth, held, variance, largestBlock);
            held.forEach(blocks -> blocks.forEach(UNSAFE::freeMemory));
        }
        Talk.say("sites left " + NativeMemory.sites().size());
    }

    private static void tell(int round, long[] truth, List<List<Long>> held, double[] variance, long[] largestBlock) {
        Map<Integer, SiteUsage> byLine = new HashMap<>();
        for (SiteUsage usage : NativeMemory.sites()) {
            byLine.put(usage.site().leading().line(), usage);
        }
        for (int site = 0; site < SITES; site++) {
            SiteUsage usage = byLine.get(LINES[site]);
            Talk.say("site " + round + " " + site + " " + truth[site] + " "
                    + (usage == null ? "0 0 " : usage.liveBytes() + " " + usage.standardErrorBytes() + " ")
                    + held.get(site).size() + " " + (usage == null ? 0 : usage.liveCount())
                    + " " + variance[site] + " " + largestBlock[site]);
        }
    }

    /** The variance of the estimate of a block that is sampled with the probability p: x² (1 - p) / p. */
    private static double variance(long bytes, double interval) {
        return interval <= 1 ? 0 : (double) bytes * bytes / Math.expm1(bytes / interval);
    }

    /** Allocates in a line of its own. What the line's number is, it tells by its own stack. */
    private static long allocate(int site, long bytes) {
        return switch (site) {
            case 0 -> at(site) + UNSAFE.allocateMemory(bytes);
            case 1 -> at(site) + UNSAFE.allocateMemory(bytes);
            case 2 -> at(site) + UNSAFE.allocateMemory(bytes);
            case 3 -> at(site) + UNSAFE.allocateMemory(bytes);
            case 4 -> at(site) + UNSAFE.allocateMemory(bytes);
            case 5 -> at(site) + UNSAFE.allocateMemory(bytes);
            case 6 -> at(site) + UNSAFE.allocateMemory(bytes);
            case 7 -> at(site) + UNSAFE.allocateMemory(bytes);
            case 8 -> at(site) + UNSAFE.allocateMemory(bytes);
            case 9 -> at(site) + UNSAFE.allocateMemory(bytes);
            case 10 -> at(site) + UNSAFE.allocateMemory(bytes);
            case 11 -> at(site) + UNSAFE.allocateMemory(bytes);
            case 12 -> at(site) + UNSAFE.allocateMemory(bytes);
            case 13 -> at(site) + UNSAFE.allocateMemory(bytes);
            case 14 -> at(site) + UNSAFE.allocateMemory(bytes);
            case 15 -> at(site) + UNSAFE.allocateMemory(bytes);
            case 16 -> at(site) + UNSAFE.allocateMemory(bytes);
            case 17 -> at(site) + UNSAFE.allocateMemory(bytes);
            case 18 -> at(site) + UNSAFE.allocateMemory(bytes);
            case 19 -> at(site) + UNSAFE.allocateMemory(bytes);
            default -> throw new IllegalArgumentException();
        };
    }

    private static int at(int site) {
        if (LINES[site] == 0) {
            LINES[site] = new Throwable().getStackTrace()[1].getLineNumber();
        }
        return 0;
    }
}
