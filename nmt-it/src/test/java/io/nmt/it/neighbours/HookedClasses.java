package io.nmt.it.neighbours;

import io.nmt.testkit.ChildJvm;
import java.io.IOException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;

/** The classes of the JDK that the agent's table has rows for. */
public final class HookedClasses {
    private static final String TABLE = "io.nmt.agent.instrument.HookTable";

    private HookedClasses() {}

    /** Returns their names with dots, of all JDKs, as the packaged jar has them. */
    public static String[] names() {
        try (URLClassLoader jar = new URLClassLoader(
                new URL[] {Path.of(ChildJvm.agentJar()).toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            TreeSet<String> names = new TreeSet<>();
            List<?> rows = (List<?>)
                    open(jar.loadClass(TABLE).getDeclaredMethod("rows")).invoke(null);
            for (Object row : rows) {
                Object name =
                        open(row.getClass().getDeclaredMethod("className")).invoke(row);
                names.add(((String) name).replace('/', '.'));
            }
            return names.toArray(new String[0]);
        } catch (IOException | ReflectiveOperationException e) {
            throw new AssertionError(TABLE + " cannot be read", e);
        }
    }

    private static Method open(Method method) {
        ((AccessibleObject) method).setAccessible(true);
        return method;
    }
}
