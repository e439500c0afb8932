package io.nmt.it.programs;

import java.lang.invoke.MethodHandle;

/** Tells all that a program can see of its handles, which must be the same with the agent and without. */
public final class ForeignHandles {
    private static final long HUGE = 1L << 62;
    private static final Class<?> POINTER = Foreign.SEGMENT;

    private ForeignHandles() {}

    public static void main(String[] arguments) throws Throwable {
        types();
        others();
        errno();
        exceptions();
    }

    private static void types() {
        say("malloc", Foreign.link("malloc", long.class, long.class));
        say("malloc", Foreign.link("malloc", POINTER, int.class));
        say("free", Foreign.link("free", void.class, POINTER));
        say("mmap", Foreign.link("mmap", POINTER, POINTER, long.class, int.class, int.class, int.class, long.class));
        Object malloc = Foreign.descriptor(POINTER, long.class);
        say("malloc, critical", Foreign.link(Foreign.symbol("malloc"), malloc, Foreign.critical()));
        say("malloc, errno", Foreign.link(Foreign.symbol("malloc"), malloc, Foreign.captureErrno()));
        say("unbound", Foreign.link(null, malloc));
        say("unbound, errno", Foreign.link(null, malloc, Foreign.captureErrno()));
        MethodHandle again = Foreign.link(null, malloc);
        Talk.say("the same unbound one: " + (Foreign.link(null, malloc) == again));
    }

    private static void say(String what, MethodHandle handle) {
        Talk.say(what + ": " + handle.type());
    }

    /** Functions that are not tracked: even the class of the handle is what the JDK makes. */
    private static void others() throws Throwable {
        MethodHandle strlen = Foreign.link("strlen", long.class, POINTER);
        MethodHandle getpid = Foreign.link("getpid", int.class);
        MethodHandle labs = Foreign.link(null, Foreign.descriptor(long.class, long.class));
        Talk.say("strlen: " + strlen.getClass() + " " + (long) strlen.invoke(Foreign.globalString("four")));
        Talk.say("getpid: " + getpid.getClass() + " "
                + ((int) getpid.invoke() == ProcessHandle.current().pid()));
        Talk.say("labs: " + (long) labs.invoke(Foreign.symbol("labs"), -5L));
    }

    private static void errno() throws Throwable {
        Libc libc = new Libc("errno");
        Talk.say("malloc: " + libc.call("malloc", "P(S)", HUGE) + ", errno " + libc.errno());
        Talk.say("mmap: " + libc.call("mmap", "P(PSIIIS)", 0L, 0L, 0L, 0L, -1L, 0L) + ", errno " + libc.errno());
        Talk.say("munmap: " + libc.call("munmap", "I(PS)", 1L, 1L) + ", errno " + libc.errno());
    }

    private static void exceptions() throws Throwable {
        MethodHandle malloc = Foreign.link("malloc", long.class, long.class);
        MethodHandle free = Foreign.link("free", void.class, POINTER);
        MethodHandle realloc = Foreign.link("realloc", POINTER, POINTER, long.class);
        thrown("a wrong type", () -> malloc.invokeExact(1));
        thrown("too many arguments", () -> malloc.invoke(1L, 2L));
        thrown("no number", () -> malloc.invokeWithArguments("x"));
        thrown("null", () -> free.invokeWithArguments((Object) null));
        thrown("null", () -> realloc.invokeWithArguments(null, 1L));
        thrown("a heap segment", () -> free.invokeWithArguments(Foreign.heapSegment(8)));

        Object arena = Foreign.call(null, "Arena", "ofConfined");
        Object segment = Foreign.call(arena, "SegmentAllocator", "allocate", 8L);
        Thread other = new Thread(() -> thrown("another thread's", () -> free.invokeWithArguments(segment)));
        other.start();
        other.join();
        Foreign.call(arena, "Arena", "close");
        thrown("a closed segment", () -> free.invokeWithArguments(segment));
        thrown("a closed segment", () -> realloc.invokeWithArguments(segment, 100L));
    }

    private interface Call {
        Object run() throws Throwable;
    }

    private static void thrown(String what, Call call) {
        try {
            call.run();
            Talk.say(what + ": nothing");
        } catch (Throwable t) {
            Talk.say(what + ": " + t.toString().replaceAll("@[0-9a-f]+", "@…"));
        }
    }
}
