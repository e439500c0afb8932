package io.nmt.it.programs;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** {@code JvmMemoryProgram strings|code|quiet}: makes the JVM hold more each time the test says so. */
public final class JvmMemoryProgram {
    private static final int STRINGS = 20_000;
    private static final int COPIES = 200;
    private static final int CALLS = 3_000;

    private static final List<Object> KEPT = new ArrayList<>();

    private JvmMemoryProgram() {}

    public static void main(String[] arguments) throws Exception {
        Talk.say("ready");
        for (int i = 0; Talk.next().equals("more"); i++) {
            grow(arguments[0], i);
            Talk.say("grown");
        }
    }

    private static void grow(String what, int count) throws IOException, ReflectiveOperationException {
        switch (what) {
            case "strings" -> intern(count);
            case "code" -> {
                try (InputStream in = JvmMemoryProgram.class.getResourceAsStream("JvmMemoryProgram$Rule.class")) {
                    byte[] bytes = in.readAllBytes();
                    for (int i = 0; i < COPIES; i++) {
                        compile(bytes);
                    }
                }
            }
            default -> {}
        }
    }

    private static void intern(int count) {
        for (int i = 0; i < STRINGS; i++) {
            KEPT.add(("customer " + count + "/" + i).intern());
        }
    }

    /** A copy of a class, whose methods are called until they are compiled. */
    private static void compile(byte[] bytes) throws ReflectiveOperationException {
        Class<?> copy = new Copies(bytes).loadClass(Rule.class.getName());
        IntUnaryOperator rule = (IntUnaryOperator) copy.getDeclaredConstructor().newInstance();
        KEPT.add(rule);
        int sum = 0;
        for (int i = 0; i < CALLS; i++) {
            sum += rule.applyAsInt(i);
        }
        if (sum == 42) {
            KEPT.add(sum);
        }
    }

    /** Each has a class of its own. */
    private static final class Copies extends ClassLoader {
        private final byte[] bytes;

        Copies(byte[] bytes) {
            super(JvmMemoryProgram.class.getClassLoader());
            this.bytes = bytes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.equals(Rule.class.getName()) && findLoadedClass(name) == null
                    ? defineClass(name, bytes, 0, bytes.length)
                    : super.loadClass(name, resolve);
        }
    }

    /** Has methods of some size. */
    public static final class Rule implements IntUnaryOperator {
        private final Map<String, Integer> seen = new HashMap<>();

        @Override
        public int applyAsInt(int value) {
            return text(value) + look(value) + mix(value);
        }

        private int text(int value) {
            return ("rule " + value + " of " + (value & 7)).length();
        }

        private int look(int value) {
            seen.merge("key" + (value & 15), value, Integer::sum);
            int sum = 0;
            for (Map.Entry<String, Integer> entry : seen.entrySet()) {
                sum += entry.getKey().length() * entry.getValue();
            }
            return sum;
        }

        private int mix(int value) {
            int result = value;
            for (int i = 0; i < 10; i++) {
                result = result * 31 + Integer.rotateLeft(result, i);
            }
            return result;
        }
    }
}
