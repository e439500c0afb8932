package io.nmt.it.programs;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.security.ProtectionDomain;

/**
 * Runs a program whose classes, and JNA's, are defined by a loader of its own: {@code OwnLoader HOW PROGRAM ARGUMENT}.
 */
public final class OwnLoader {
    private OwnLoader() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        ClassLoader loader = new Loader(arguments[0].equals("closed"));
        Object programArguments = new String[] {arguments[2]};
        try {
            Class.forName(arguments[1], true, loader)
                    .getMethod("main", String[].class)
                    .invoke(null, programArguments);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        }
        Figures.say("end");
    }

    /** Defines these classes itself, from direct buffers. A closed one does not know the tracker's. */
    private static final class Loader extends ClassLoader {
        private final boolean closed;

        Loader(boolean closed) {
            super("own", ClassLoader.getSystemClassLoader());
            this.closed = closed;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded == null) {
                    if (name.startsWith("com.sun.jna.") || name.startsWith(Figures.class.getPackageName())) {
                        loaded = define(name);
                    } else if (closed && name.startsWith("io.nmt.")) {
                        throw new ClassNotFoundException(name);
                    } else {
                        loaded = super.loadClass(name, resolve);
                    }
                }
                return loaded;
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 3).position(3);
                return defineClass(name, direct.put(bytes).position(3), (ProtectionDomain) null);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
