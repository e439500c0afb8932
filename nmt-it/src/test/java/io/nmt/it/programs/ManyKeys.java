package io.nmt.it.programs;

import io.nmt.core.MemoryWindow;
import io.nmt.core.NativeMemory;
import io.nmt.core.Scope;
import io.nmt.core.internal.concurrent.TableBound;
import io.nmt.core.internal.handles.HandleHooks;
import io.nmt.core.internal.origins.Origins;
import io.nmt.core.model.Category;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.RecentBlocks;
import io.nmt.core.model.ScopeUsage;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/** Gives each table of the tracker more than twice the keys that it takes, and holds what needs a live object. */
public final class ManyKeys {
    public static final int LATE_HANDLES = 70_000;
    public static final int CLASSES = 2_100;
    public static final int HANDLES_PER_CLASS = 30;
    public static final int OPEN_HANDLES = 100_000;
    public static final int DEPLOYMENTS = 1_000;
    public static final int SCOPES = 3_000;

    private static final int ORIGINS = 34_000;
    private static final int RESERVED_BLOCKS = 62_000;
    private static final int THREAD_NAMES = 6_000;
    private static final int CATEGORIES = 600;
    private static final int WINDOWS = 2_100;
    private static final long FIRST_ADDRESS = 1L << 40;
    private static final int APART = 64;
    private static final int BLOCK_BYTES = 8 << 20; // so that nearly each is sampled
    private static final int APPLICATION_BYTES = 8 << 20;
    private static final String LONG_NAME = "x".repeat(10_000);

    private ManyKeys() {}

    /** A handle class. */
    public static class Handle implements AutoCloseable {
        /** Opens it. */
        public Handle() {}

        @Override
        public void close() {}
    }

    /** A handle class that was loaded before the agent, as its hooks tell. */
    private static final class Late {}

    private static final class Loader extends ClassLoader {
        Loader() {
            super(ManyKeys.class.getClassLoader());
        }

        Class<?> define(String name, byte[] bytes) {
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    public static void main(String[] arguments) throws Exception {
        List<Object> held = new ArrayList<>();
        new Handle().close();
        for (int i = 0; i < LATE_HANDLES; i++) {
            Late late = new Late();
            held.add(late);
            HandleHooks.createdWithoutField(late, 0);
        }
        Talk.say("loaders left " + left(generate()) + ", of deployments " + left(deploy()));
        for (int i = 0; i < OPEN_HANDLES; i++) {
            held.add(new Handle());
        }
        for (int i = 0; i < ORIGINS; i++) {
            Origins.opened(FIRST_ADDRESS + (long) i * APART, APART, Category.ZIP.id());
        }
        for (int i = 0; i < RESERVED_BLOCKS; i++) {
            NativeMemory.record(2 * FIRST_ADDRESS + (long) i * APART, APART, 1, Category.OTHER);
        }
        for (int i = 0; i < WINDOWS; i++) {
            MemoryWindow.open();
        }
        Talk.say("thread " + nameThreads());
        for (int i = 0; i < CATEGORIES; i++) {
            Category.of("category " + i);
        }
        Talk.say("categories " + Category.all().size() + ", then " + Category.of("one more"));
        Talk.say("scope " + nameScopes());
        sayHandles();
        for (TableBound bound : TableBound.exceeded()) {
            Talk.say("table " + bound.table() + ": " + (bound.entries() <= bound.most()));
            Talk.say("bound " + bound.most() + " " + bound.table());
        }
        Talk.say("held " + held.size() + ", and " + new byte[APPLICATION_BYTES].length);
    }

    /** Each class has a loader and a name of its own. */
    private static List<WeakReference<ClassLoader>> generate() throws Exception {
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < CLASSES; i++) {
            String name = "Generated" + i;
            Loader loader = new Loader();
            loaders.add(new WeakReference<>(loader));
            var constructor = loader.define(name, subclass(name)).getConstructor();
            for (int j = 0; j < HANDLES_PER_CLASS; j++) {
                Handle handle = (Handle) constructor.newInstance();
                if (j % 2 == 0) {
                    handle.close();
                }
            }
        }
        return loaders;
    }

    /** Each loader brings the handle class itself, which is hooked anew. */
    private static List<WeakReference<ClassLoader>> deploy() throws Exception {
        byte[] bytes;
        try (InputStream in = ManyKeys.class.getResourceAsStream("ManyKeys$Handle.class")) {
            bytes = in.readAllBytes();
        }
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < DEPLOYMENTS; i++) {
            Loader loader = new Loader();
            loaders.add(new WeakReference<>(loader));
            Class<?> deployed = loader.define(Handle.class.getName(), bytes);
            ((AutoCloseable) deployed.getConstructor().newInstance()).close();
        }
        return loaders;
    }

    private static long left(List<WeakReference<ClassLoader>> loaders) {
        long left = loaders.size();
        for (int i = 0; i < 100 && left > 0; i++) {
            System.gc();
            left = loaders.stream().filter(loader -> loader.get() != null).count();
        }
        return left;
    }

    private static String nameScopes() {
        for (int i = 0; i < SCOPES; i++) {
            try (Scope scope = NativeMemory.scope(i + LONG_NAME, LONG_NAME + i)) {
                Memory.UNSAFE.allocateMemory(BLOCK_BYTES);
                if (scope == null) {
                    throw new AssertionError();
                }
            }
        }
        List<ScopeUsage> usages = NativeMemory.scopes();
        return usages.get(0).name() + " " + usages.get(0).allocatedBytes() / BLOCK_BYTES + ", others "
                + (usages.size() - 2);
    }

    private static String nameThreads() {
        for (int i = 0; i < THREAD_NAMES; i++) {
            Thread.currentThread().setName(i + LONG_NAME);
            Memory.UNSAFE.freeMemory(Memory.UNSAFE.allocateMemory(BLOCK_BYTES));
        }
        Thread.currentThread().setName("one more");
        try (MemoryWindow window = MemoryWindow.open()) {
            List<RecentBlocks> live = List.of();
            while (live.isEmpty()) {
                Memory.UNSAFE.allocateMemory(BLOCK_BYTES);
                live = window.live();
            }
            return live.get(0).threadName();
        }
    }

    private static void sayHandles() {
        long created = 0;
        long closed = 0;
        List<HandleUsage> usages = NativeMemory.handles();
        for (HandleUsage usage : usages) {
            if (usage.className().equals(Late.class.getName())) {
                Talk.say("late " + usage.open());
            } else {
                created += usage.created();
                closed += usage.closed();
            }
            if (usage.className().equals("(other classes)")) {
                Talk.say("others " + usage.created() + ", closed " + usage.closed());
            } else if (usage.className().equals(Handle.class.getName())) {
                Talk.say("open " + usage.open());
            }
        }
        Talk.say("classes " + usages.size() + ", created " + created + ", closed " + closed);
    }

    /** {@code public class NAME extends Handle { public NAME() { super(); } }}. */
    private static byte[] subclass(String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xCAFEBABE);
        out.writeInt(49); // its version
        out.writeShort(10); // constants, from 1
        text(out, name);
        out.writeByte(7);
        out.writeShort(1);
        text(out, Handle.class.getName().replace('.', '/'));
        out.writeByte(7);
        out.writeShort(3);
        text(out, "<init>");
        text(out, "()V");
        out.writeByte(12);
        out.writeShort(5);
        out.writeShort(6);
        out.writeByte(10);
        out.writeShort(4);
        out.writeShort(7);
        text(out, "Code");
        for (int word : new int[] {0x21, 2, 4, 0, 0, 1, 1, 5, 6, 1, 9}) {
            out.writeShort(word);
        }
        out.writeInt(17); // the attribute's bytes
        out.writeShort(1);
        out.writeShort(1);
        out.writeInt(5);
        out.write(new byte[] {0x2a, (byte) 0xb7, 0, 8, (byte) 0xb1});
        out.writeShort(0);
        out.writeShort(0);
        out.writeShort(0);
        return bytes.toByteArray();
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        out.writeByte(1);
        out.writeUTF(text);
    }
}
