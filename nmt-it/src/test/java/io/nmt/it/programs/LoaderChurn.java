package io.nmt.it.programs;

import io.nmt.core.NativeMemory;
import io.nmt.core.internal.sites.Sites;
import io.nmt.core.model.SiteUsage;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** {@code LoaderChurn LOADERS}: each loader defines a class that allocates a block, and goes. The blocks stay. */
public final class LoaderChurn {
    private LoaderChurn() {}

    public static void main(String[] arguments) throws Exception {
        int loaders = Integer.parseInt(arguments[0]);
        byte[] bytes;
        try (InputStream in = LoaderChurn.class.getResourceAsStream("LoaderChurn$Deployed.class")) {
            bytes = in.readAllBytes();
        }
        int before = Sites.count();
        List<ByteBuffer> buffers = new ArrayList<>();
        List<WeakReference<ClassLoader>> gone = new ArrayList<>();
        for (int i = 0; i < loaders; i++) {
            Loader loader = new Loader(bytes);
            buffers.add((ByteBuffer)
                    ((Supplier<?>) loader.deployed().getConstructor().newInstance()).get());
            gone.add(new WeakReference<>(loader));
        }
        int left = loaders;
        for (int i = 0; i < 100 && left > 0; i++) {
            System.gc();
            left = (int) gone.stream().filter(loader -> loader.get() != null).count();
        }
        Talk.say("loaders left " + left);
        Talk.say("more sites " + (Sites.count() - before));
        for (SiteUsage usage : NativeMemory.sites()) {
            if (usage.site().leading().className().endsWith("Deployed")) {
                Talk.say("blocks of the deployed " + usage.liveCount());
            }
        }
        Talk.say("end " + buffers.size());
    }

    private static final class Loader extends ClassLoader {
        private final byte[] bytes;

        Loader(byte[] bytes) {
            super("deployment", LoaderChurn.class.getClassLoader());
            this.bytes = bytes;
        }

        Class<?> deployed() throws IOException {
            return defineClass(Deployed.class.getName(), bytes, 0, bytes.length);
        }
    }

    /** A class that is deployed. */
    public static final class Deployed implements Supplier<ByteBuffer> {
        @Override
        public ByteBuffer get() {
            return ByteBuffer.allocateDirect(16);
        }
    }
}
