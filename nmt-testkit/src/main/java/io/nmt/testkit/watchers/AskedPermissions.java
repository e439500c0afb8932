package io.nmt.testkit.watchers;

import java.security.AccessController;
import java.security.Permission;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A security manager that refuses nothing, and collects each permission that code of the agent asks for on a thread of
 * the application, outside of {@code doPrivileged} of its own: the application's code would need it. Until JDK 23.
 */
@SuppressWarnings("removal") // the security manager
public final class AskedPermissions {
    private static final String OURS =
            "(io\\.nmt\\.(core|report|channel|jfr|cli|agent)|jdk\\.internal\\.misc\\.Nmt|java\\.lang\\.NmtHooks).*";
    private static final String JDK =
            "(java|javax|jdk|sun|com\\.sun)\\..*|io\\.nmt\\.testkit\\.watchers\\.AskedPermissions\\$Manager.*";
    private static final String TESTS = "io\\.nmt\\.(it|libraries|testkit)\\..*";

    private static final Set<String> ASKED = new ConcurrentSkipListSet<>();
    private static final AtomicInteger PRIVILEGED = new AtomicInteger();
    private static volatile boolean begun;

    private AskedPermissions() {}

    /** Sets it. */
    public static void install() {
        // So that it needs no class any more while it is asked.
        new Manager().checkPermission(new RuntimePermission("first"));
        begun = true;
        System.setSecurityManager(new Manager());
    }

    /** Tells the test. */
    public static void say() {
        System.setSecurityManager(null);
        System.out.println("asked " + ASKED);
        System.out.println("asked within doPrivileged: " + PRIVILEGED);
    }

    private static final class Manager extends SecurityManager {
        private final ThreadLocal<Boolean> asking = new ThreadLocal<>();

        @Override
        public void checkPermission(Permission permission) {
            if (asking.get() != null || Thread.currentThread().getName().startsWith("nmt")) {
                return;
            }
            asking.set(true);
            try {
                look(permission);
            } finally {
                asking.remove();
            }
        }

        @Override
        public void checkPermission(Permission permission, Object context) {
            checkPermission(permission);
        }

        /** The JVM asks the code of all frames, down to the first that calls {@code doPrivileged}. */
        private static void look(Permission permission) {
            StackTraceElement ours = null;
            StackTraceElement[] frames = new Throwable().getStackTrace();
            for (int i = 0; i < frames.length && begun; i++) {
                if (isDoPrivileged(frames[i])) {
                    PRIVILEGED.addAndGet(ours != null || isOurs(frames[i + 1]) ? 1 : 0);
                    return;
                }
                if (isOurs(frames[i])) {
                    ours = frames[i];
                } else if (!frames[i].getClassName().matches(JDK)) {
                    if (ours != null) {
                        ASKED.add(permission + " in " + ours);
                    }
                    return;
                }
            }
        }

        private static boolean isDoPrivileged(StackTraceElement frame) {
            return frame.getClassName().equals(AccessController.class.getName());
        }

        private static boolean isOurs(StackTraceElement frame) {
            return frame.getClassName().matches(OURS) && !frame.getClassName().matches(TESTS);
        }
    }
}
