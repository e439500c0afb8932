package io.nmt.it.programs;

import com.sun.jna.Native;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.HandleUsage;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.function.UnaryOperator;

/**
 * Uses a library in a loader that does not find the tracker's classes: {@code HidingLoader KIND WHEN}. A loader that
 * hides has {@code java.*} of others, and nothing else. One that is asked gives what others ask for, and hides it from
 * its own classes, as Felix does. Early, it is used before the agent is attached, too.
 */
public final class HidingLoader {
    private static final String GUEST = HidingLoader.class.getPackageName() + ".LoaderGuest";

    private HidingLoader() {}

    @SuppressWarnings("unchecked")
    public static void main(String[] arguments) throws Exception {
        URL[] urls = {locationOf(HidingLoader.class), locationOf(Native.class)};
        ClassLoader loader = new Loader(urls, arguments[0].equals("asked"));
        UnaryOperator<String> guest =
                (UnaryOperator<String>) loader.loadClass(GUEST).getConstructor().newInstance();
        if (arguments[1].equals("early")) {
            Talk.say(guest.apply("before"));
            Talk.say("ready");
            Talk.await("attached");
        }
        Talk.say(guest.apply("first"));
        Talk.say(guest.apply("second"));
        Figures.say("used");
        for (HandleUsage usage : NativeMemory.handles(0)) {
            Talk.say("handles open " + usage.open() + " created " + usage.created());
        }
    }

    private static URL locationOf(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    private static final class Loader extends URLClassLoader {
        private final boolean asked;

        Loader(URL[] urls, boolean asked) {
            super(urls, null);
            this.asked = asked;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (name.startsWith("java.")) {
                    return super.loadClass(name, resolve);
                }
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) {
                    return loaded;
                }
                return asked && !isAskedByOwnClass() && !name.startsWith("com.sun.jna.") && !name.startsWith(GUEST)
                        ? ClassLoader.getSystemClassLoader().loadClass(name)
                        : findClass(name);
            }
        }

        private boolean isAskedByOwnClass() {
            return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                            .walk(frames -> frames.map(StackWalker.StackFrame::getDeclaringClass)
                                    .filter(type -> !ClassLoader.class.isAssignableFrom(type) && type != Class.class)
                                    .findFirst()
                                    .orElseThrow())
                            .getClassLoader()
                    == this;
        }
    }
}
