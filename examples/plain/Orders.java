import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Keeps the receipt of each order, and never gives one back. */
public class Orders {
    private static final List<ByteBuffer> RECEIPTS = new ArrayList<>();

    public static void main(String[] arguments) throws InterruptedException {
        while (true) {
            print(receipt());
            Thread.sleep(50);
        }
    }

    private static ByteBuffer receipt() {
        ByteBuffer receipt = ByteBuffer.allocateDirect(64 << 10);
        RECEIPTS.add(receipt); // the leak
        return receipt;
    }

    private static void print(ByteBuffer receipt) {
        receipt.putInt(RECEIPTS.size());
    }
}
