package io.nmt.demo;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * Serves orders and holds memory outside the heap: receipts that leak, and pictures in a cache that fills and then
 * stays. It knows nothing of the agent.
 */
public final class LeakyShop {
    private static final int ORDERS_PER_SECOND = 50;
    private static final int ORDERS_PER_LEAK = 5;
    private static final int RECEIPT_BYTES = 16 << 10;
    private static final int PICTURES = 32;
    private static final int PICTURE_BYTES = 512 << 10;
    private static final int ORDERS_PER_PICTURE = 10;
    private static final int SECONDS_PER_COLLECTION = 15;
    private static final long MILLIS_PER_SECOND = 1000;

    private final Map<Integer, ByteBuffer> receipts = new HashMap<>();
    private final Map<Integer, ByteBuffer> pictures = new HashMap<>();

    private LeakyShop() {}

    /**
     * Runs, and says at the end what leaked.
     *
     * @param arguments the seconds to run
     * @throws InterruptedException if interrupted
     * @throws IOException never: it writes to memory
     */
    public static void main(String[] arguments) throws InterruptedException, IOException {
        LeakyShop shop = new LeakyShop();
        shop.serve(Integer.parseInt(arguments[0]));
        System.out.printf(
                "The demo has ended. Leaked: %,d receipts of 16 KB, all by LeakyShop.keepReceipt.%n",
                shop.receipts.size());
    }

    private void serve(int seconds) throws InterruptedException, IOException {
        int order = 0;
        for (int second = 1; second <= seconds; second++) {
            long end = System.currentTimeMillis() + MILLIS_PER_SECOND;
            for (int i = 0; i < ORDERS_PER_SECOND; i++) {
                serveOrder(order++);
            }
            if (second % SECONDS_PER_COLLECTION == 0) {
                System.gc(); // as a busy service has full collections now and then
            }
            Thread.sleep(Math.max(0, end - System.currentTimeMillis()));
        }
    }

    private void serveOrder(int order) throws IOException {
        if (order % ORDERS_PER_PICTURE == 0) {
            cachePicture(order / ORDERS_PER_PICTURE % PICTURES);
        }
        if (order % ORDERS_PER_LEAK == 0) {
            keepReceipt(order);
        }
        compress("order " + order);
    }

    private void cachePicture(int article) {
        pictures.computeIfAbsent(article, one -> ByteBuffer.allocateDirect(PICTURE_BYTES));
    }

    /** The bug: no receipt is ever removed. */
    private void keepReceipt(int order) {
        receipts.put(order, ByteBuffer.allocateDirect(RECEIPT_BYTES));
    }

    private static void compress(String text) throws IOException {
        try (GZIPOutputStream out = new GZIPOutputStream(new ByteArrayOutputStream())) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
