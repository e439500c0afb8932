package io.nmt.it.programs;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** {@code JvmMemoryProgram strings|symbols|code|classes|fill|quiet}: makes the JVM hold more each time it is told. */
public final class JvmMemoryProgram {
    private static final int STRINGS = 20_000;
    private static final int COPIES = 200;
    private static final int CALLS = 3_000;

    private static final List<Object> KEPT = new ArrayList<>();
    private static final Named NAMED = new Named();

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
            case "symbols" -> KEPT.add(NAMED.define("Named" + count));
            case "code" -> {
                byte[] rule = rule();
                for (int i = 0; i < COPIES; i++) {
                    compile(new Copies(rule));
                }
            }
            case "classes" -> {
                byte[] rule = rule();
                for (int i = 0; i < COPIES; i++) {
                    KEPT.add(new Copies(rule).loadClass(Rule.class.getName()));
                }
            }
            case "fill" -> fill(rule());
            default -> {}
        }
    }

    private static void fill(byte[] rule) throws ReflectiveOperationException {
        try {
            while (true) {
                KEPT.add(new Copies(rule).loadClass(Rule.class.getName()));
            }
        } catch (OutOfMemoryError e) {
            KEPT.add(e); // metaspace is full
        }
    }

    private static void intern(int count) {
        for (int i = 0; i < STRINGS; i++) {
            KEPT.add(("customer " + count + "/" + i).intern());
        }
    }

    /** Defines classes whose constant pools have long names, and nothing else: these are in no metaspace. */
    private static final class Named extends ClassLoader {
        private static final int NAMES = 24;
        private static final int NAME_CHARS = 60_000;
        private static final int JAVA_8 = 52;
        private static final int UTF8 = 1;
        private static final int CLASS = 7;

        Class<?> define(String name) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(0xCAFEBABE);
            out.writeInt(JAVA_8);
            out.writeShort(5 + NAMES);
            writeName(out, name);
            writeName(out, "java/lang/Object");
            for (int nameIndex = 1; nameIndex <= 2; nameIndex++) {
                out.writeByte(CLASS);
                out.writeShort(nameIndex);
            }
            for (int i = 0; i < NAMES; i++) {
                writeName(out, name + '/' + i + "x".repeat(NAME_CHARS));
            }
            out.writeShort(0); // not public
            out.writeShort(3); // itself
            out.writeShort(4); // its superclass
            out.writeLong(0); // no interfaces, fields, methods, attributes
            return defineClass(name, bytes.toByteArray(), 0, bytes.size());
        }

        private static void writeName(DataOutputStream out, String name) throws IOException {
            out.writeByte(UTF8);
            out.writeUTF(name);
        }
    }

    private static byte[] rule() throws IOException {
        try (InputStream in = JvmMemoryProgram.class.getResourceAsStream("JvmMemoryProgram$Rule.class")) {
            return in.readAllBytes();
        }
    }

    /** A copy of a class, whose methods are called until they are compiled. */
    private static void compile(Copies copies) throws ReflectiveOperationException {
        Class<?> copy = copies.loadClass(Rule.class.getName());
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
