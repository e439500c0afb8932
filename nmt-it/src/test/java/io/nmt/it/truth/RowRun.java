package io.nmt.it.truth;

import io.nmt.testkit.Awaited;
import io.nmt.testkit.Jdk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;

/**
 * Fills a row: asks all surfaces in turn, until they agree, since a point of the history may come while they are asked.
 * A surface that does not answer in time, on a busy machine, is asked again like one that is wrong.
 */
final class RowRun implements Callable<Row> {
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Duration POINT = Duration.ofSeconds(10);
    private static final double CERTAIN = 3; // standard errors
    private static final double OTHER_AMOUNT = 0.02;
    private static final double OTHER_RATE = 0.35;
    private static final String STOPPED = "HELD";

    private final Jdk jdk;
    private final Plant plant;
    private final Path directory;
    private final Semaphore asking;

    /**
     * A row that is not filled yet.
     *
     * @param asking lets few ask at a time: what waits for a process costs nothing, what asks it does
     */
    RowRun(Jdk jdk, Plant plant, Path directory, Semaphore asking) {
        this.jdk = jdk;
        this.plant = plant;
        this.directory = directory;
        this.asking = asking;
    }

    @Override
    public Row call() throws Exception {
        asking.acquire();
        PlantedJvm jvm;
        try {
            jvm = new PlantedJvm(jdk, plant, directory);
        } finally {
            asking.release();
        }
        try (jvm) {
            long start = System.nanoTime();
            // Only another point of the history can make another answer.
            Row row = Awaited.until(each -> each.isRight() || !jvm.isAlive(), () -> ask(jvm), LONGEST, POINT);
            askTheRemains(row, jvm);
            System.out.println(plant.name() + ": " + (row.isRight() ? "right" : row.failures()) + " after "
                    + (System.nanoTime() - start) / 1_000_000_000 + " s");
            return row;
        }
    }

    private Row ask(PlantedJvm jvm) throws Exception {
        Row row = new Row(plant);
        asking.acquire();
        try {
            jvm.record();
            Surface leader = Surface.live().get(0);
            List<Told> first = leader.reader().read(jvm);
            List<String> wrong = plant.wrong(first);
            row.put(leader.name(), wrong);
            if (wrong.isEmpty()) {
                row.put("truth", untrue(first, Surface.values(jvm, "planted ")));
                ask(row, jvm, Surface.live(), first);
            }
        } catch (Exception | AssertionError e) {
            row.put("truth", List.of("gave no answer: " + e));
        } finally {
            asking.release();
        }
        return row;
    }

    private void askTheRemains(Row row, PlantedJvm jvm) throws InterruptedException {
        asking.acquire();
        try {
            jvm.fail();
            List<Told> first = Surface.live().get(0).reader().read(jvm);
            ask(row, jvm, Surface.left(), first);
            jvm.end();
            ask(row, jvm, Surface.ended(), first);
        } catch (Exception | AssertionError e) {
            row.put("postmortem", List.of("gave no answer: " + e));
        } finally {
            asking.release();
        }
    }

    private static void ask(Row row, PlantedJvm jvm, List<Surface> surfaces, List<Told> first) {
        long start = System.nanoTime();
        for (Surface surface : surfaces) {
            try {
                List<Told> told = surface.reader().read(jvm);
                long ageMillis = (System.nanoTime() - start) / 1_000_000;
                row.put(surface.name(), surface.wrong(row.plant(), told, first, ageMillis));
            } catch (Exception | AssertionError e) {
                row.put(surface.name(), List.of("gave no answer: " + e));
            }
        }
    }

    /** Compares with what the program says that it has planted, which is read later. */
    private static List<String> untrue(List<Told> told, List<String> planted) {
        List<String> wrong = new ArrayList<>();
        for (String line : planted) {
            String[] words = line.split(" ");
            double truth = Double.parseDouble(words[1]);
            double rate = Double.parseDouble(words[2]);
            for (Told each : told) {
                double grows = each.kind().equals(STOPPED) ? 0 : rate;
                boolean isIt = each.subject().equals("Plants." + words[0]);
                double error = CERTAIN * each.error() + OTHER_AMOUNT * truth + each.perMinute() / 10;
                if (isIt
                        && (Math.abs(each.amount() - truth) > error
                                || Math.abs(Math.max(0, each.perMinute()) - grows) > OTHER_RATE * grows)) {
                    wrong.add("tells " + each + " for " + line);
                }
            }
        }
        return wrong;
    }
}
