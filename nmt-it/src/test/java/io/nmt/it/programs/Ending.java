package io.nmt.it.programs;

/** Ends as it is told: returns, exits, or waits for a signal. */
public final class Ending {
    private Ending() {}

    /** Takes {@code return}, {@code exit} or {@code wait}. */
    public static void main(String[] args) throws InterruptedException {
        switch (args[0]) {
            case "exit" -> System.exit(3);
            case "wait" -> {
                System.out.println("waits");
                Thread.currentThread().join();
            }
            default -> System.out.println("returns");
        }
    }
}
