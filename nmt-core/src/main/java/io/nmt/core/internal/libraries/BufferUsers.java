package io.nmt.core.internal.libraries;

import io.nmt.core.internal.concurrent.FullHeap;
import io.nmt.core.internal.counters.ThreadCounters;
import io.nmt.core.internal.sites.KnownStacks;
import io.nmt.core.internal.sites.Samples;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.model.Frame;

/**
 * Finds the class that uses a sampled buffer where the library does not say it. It is the application's innermost class
 * on the stack, up to where a handler has passed the buffer on. Without one, it is that of a framework above the
 * library.
 */
final class BufferUsers {
    private static final String OWN = "io.nmt.core.";
    private static final String BUFFERS = ".buffer.";
    private static final String CONTEXT = ".channel.AbstractChannelHandlerContext";

    /** Frameworks that pass buffers on by their own means, and between their own classes. */
    private static final String[] FRAMEWORKS = {
        "com.linecorp.armeria.",
        "io.grpc.",
        "io.lettuce.",
        "io.vertx.",
        "ratpack.",
        "reactor.",
        "io.reactivex.",
        "org.springframework.",
        "io.micronaut.",
        "io.quarkus.",
        "akka.",
        "org.apache.pekko.",
        "scala.",
        "kotlin.",
        "kotlinx."
    };

    private static final User NONE = new User(null, false);
    // By stack. To make the frames of each would cost ten times as much.
    private static final KnownStacks<User> KNOWN = new KnownStacks<>();

    private BufferUsers() {}

    /**
     * A class on the stack.
     *
     * @param ofPart whether it takes a part of the buffer, mostly to pass it on
     */
    private record User(String className, boolean ofPart) {}

    static void touched(PooledBuffer buffer) {
        User user = find(buffer);
        if (user != null) {
            buffer.seenIn(user.className);
        }
    }

    static void retained(PooledBuffer buffer) {
        User user = find(buffer);
        if (user != null && user.ofPart) {
            buffer.partTakenBy(user.className);
        } else if (user != null) {
            buffer.retainedBy(user.className);
        }
    }

    static void released(PooledBuffer buffer) {
        User user = buffer.isRetained() ? find(buffer) : null;
        if (user != null) {
            buffer.releasedBy(user.className);
        }
    }

    /** Null if there is none, or if it is not looked for: what is retained again and again is looked at ever less. */
    private static User find(PooledBuffer buffer) {
        Object object = buffer.get();
        if (object == null || !buffer.isUserSought()) {
            return null;
        }
        ThreadCounters thread = Tracker.current();
        if (!thread.beginSample()) {
            return null;
        }
        try {
            FullHeap.check();
            User user = user(object.getClass());
            return user.className == null ? null : user;
        } catch (OutOfMemoryError e) {
            FullHeap.meet();
            return null;
        } catch (VirtualMachineError e) {
            return null; // who had it before is known still
        } finally {
            thread.endSample();
        }
    }

    private static User user(Class<?> bufferClass) {
        Throwable stack = Samples.takeStack();
        long hash = KnownStacks.hash(stack, System.identityHashCode(bufferClass));
        User known = KNOWN.get(hash);
        if (known != null) {
            return known;
        }
        String name = bufferClass.getName();
        int end = name.lastIndexOf(BUFFERS);
        User found = end < 0 ? null : user(stack.getStackTrace(), name.substring(0, end));
        User user = found == null ? NONE : found;
        KNOWN.put(hash, user);
        return user;
    }

    private static User user(StackTraceElement[] stack, String library) {
        String framework = null;
        boolean ofPart = false;
        for (StackTraceElement element : stack) {
            String name = element.getClassName();
            if (name.startsWith(library)) {
                if (name.startsWith(CONTEXT, library.length())) {
                    break;
                }
                ofPart |= isSplit(element.getMethodName());
            } else if (isOfFramework(name)) {
                framework = framework == null ? name : framework;
            } else if (!name.startsWith(OWN) && !Frame.of(element).jdk()) {
                return new User(name, ofPart);
            }
        }
        return framework == null ? null : new User(framework, ofPart);
    }

    private static boolean isSplit(String methodName) {
        return methodName.equals("retainedSlice") || methodName.equals("readRetainedSlice");
    }

    private static boolean isOfFramework(String className) {
        for (String framework : FRAMEWORKS) {
            if (className.startsWith(framework)) {
                return true;
            }
        }
        return false;
    }
}
