package io.nmt.it.programs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.ProtectionDomain;

/** Defines classes in every way that {@code ClassLoader} has, right ones and wrong ones, and tells what comes of it. */
public final class Definitions {
    private static final String NAME = Hello.class.getName();

    private Definitions() {}

    public static void main(String[] arguments) throws IOException {
        byte[] bytes;
        try (InputStream in = Definitions.class.getResourceAsStream("Hello.class")) {
            bytes = in.readAllBytes();
        }
        ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
        byte[] shifted = new byte[bytes.length + 7];
        System.arraycopy(bytes, 0, shifted, 7, bytes.length);
        byte[] broken = bytes.clone();
        broken[0] = 0;

        tell("bytes", loader -> loader.define(NAME, bytes, 0, bytes.length));
        tell("a part of the bytes", loader -> loader.define(NAME, shifted, 7, bytes.length));
        tell("without a name", loader -> loader.define(null, bytes, 0, bytes.length));
        tell("heap buffer", loader -> loader.define(NAME, ByteBuffer.wrap(bytes)));
        tell("direct buffer", loader -> loader.define(NAME, direct.duplicate()));
        tell(
                "read-only buffer",
                loader -> loader.define(NAME, ByteBuffer.wrap(bytes).asReadOnlyBuffer()));
        tell("direct buffer without a name", loader -> loader.define(null, direct.duplicate()));
        tell("twice", loader -> {
            loader.define(NAME, bytes, 0, bytes.length);
            return loader.define(NAME, bytes, 0, bytes.length);
        });
        tell("defined and found", loader -> {
            loader.define(NAME, bytes, 0, bytes.length);
            return loader.found(NAME);
        });
        tell("not found", loader -> loader.found(NAME));
        tell("found without a name", loader -> loader.found(null));
        tell("found with an impossible name", loader -> loader.found("a/b"));
        tell("broken", loader -> loader.define(NAME, broken, 0, broken.length));
        tell(
                "broken direct buffer",
                loader -> loader.define(NAME, direct.duplicate().position(1)));
        tell("another name", loader -> loader.define("Other", bytes, 0, bytes.length));
        tell("an impossible name", loader -> loader.define("a/b", bytes, 0, bytes.length));
        tell("a name of the JDK", loader -> loader.define("java.lang.Hello", bytes, 0, bytes.length));
        tell("outside the array", loader -> loader.define(NAME, bytes, 1, bytes.length));
        tell("no array", loader -> loader.define(NAME, null, 0, 0));
        tell("no buffer", loader -> loader.define(NAME, null));
        tell("absent JNA", loader -> loader.loadClass("com.sun.jna.Native"));
        tell("fake JNA", loader -> loader.define("com.sun.jna.Native", bytes, 0, bytes.length));
    }

    private static void tell(String way, Definition definition) {
        String result;
        try {
            result = String.valueOf(definition.define(new Loader()));
        } catch (Exception | LinkageError e) {
            StackTraceElement top = e.getStackTrace()[0];
            result = e + " at " + top.getClassName() + "." + top.getMethodName();
        }
        Talk.say(way + ": " + result.replaceAll("@[0-9a-f]+", "@"));
    }

    private interface Definition {
        Class<?> define(Loader loader) throws Exception;
    }

    private static final class Loader extends ClassLoader {
        Loader() {
            super("definitions", null);
        }

        Class<?> define(String name, byte[] bytes, int offset, int length) {
            return defineClass(name, bytes, offset, length);
        }

        Class<?> define(String name, ByteBuffer bytes) {
            return defineClass(name, bytes, (ProtectionDomain) null);
        }

        Class<?> found(String name) {
            return findLoadedClass(name);
        }
    }
}
