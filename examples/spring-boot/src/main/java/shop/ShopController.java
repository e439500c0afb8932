package shop;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class ShopController {
    private static final int PICTURES = 100;
    private static final int BYTES = 1 << 20;

    private final List<ByteBuffer> receipts = new CopyOnWriteArrayList<>();
    private final Map<Integer, ByteBuffer> pictures = new ConcurrentHashMap<>();

    /** Leaks: nobody looks at a receipt again. */
    @GetMapping("/receipts")
    int receipt() {
        receipts.add(ByteBuffer.allocateDirect(BYTES));
        return receipts.size();
    }

    /** No leak: there are only so many pictures. */
    @GetMapping("/pictures/{number}")
    int picture(@PathVariable int number) {
        return pictures.computeIfAbsent(Math.floorMod(number, PICTURES), any -> ByteBuffer.allocateDirect(BYTES))
                .capacity();
    }
}
