package io.nmt.bench.calibration;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** A class that {@link PatchedClasses} makes others of: they differ in the digits of the names. */
public final class TemplateClass implements IntUnaryOperator {
    private final Map<String, Integer> field00000000 = new HashMap<>();

    /** Does some work, so that its code is compiled. */
    @Override
    public int applyAsInt(int value) {
        return first00000000(value) + second00000000(value) + third00000000(value);
    }

    private int first00000000(int value) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            text.append(value + i).append('/');
        }
        return text.length();
    }

    private int second00000000(int value) {
        field00000000.put("key" + value % 64, value);
        int sum = 0;
        for (Map.Entry<String, Integer> entry : field00000000.entrySet()) {
            sum += entry.getValue() + entry.getKey().hashCode();
        }
        return sum;
    }

    private int third00000000(int value) {
        int result = value;
        for (int i = 0; i < 100; i++) {
            result = result * 31 + Integer.rotateLeft(result, i);
        }
        return result;
    }
}
