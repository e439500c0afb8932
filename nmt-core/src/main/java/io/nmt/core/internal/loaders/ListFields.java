package io.nmt.core.internal.loaders;

import io.nmt.core.internal.jdk.JdkAccess;
import io.nmt.core.internal.jdk.JdkInternals;
import io.nmt.core.internal.starts.ThreadFields;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists of the JDK that keep what applications put into them, and with it their class loaders. Fields are read: a
 * method would take the JDK's locks. A class that was not initialised has no list yet.
 */
final class ListFields {
    private static final int MOST_ENTRIES = 4096; // of a list
    private static final String JMX = "com.sun.jmx.";

    private static final JdkAccess JDK = JdkInternals.access();

    private ListFields() {}

    static Class<?> named(String name, ClassLoader loader) {
        try {
            return JDK == null ? null : Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            return null; // its module is left out
        }
    }

    static Object of(Class<?> type, String field) {
        return type == null ? null : JDK.staticReference(type, field);
    }

    /** The reference in a field that a class of the JDK declares; null where there is none, or it is another's. */
    static Object in(Object object, Class<?> type, String field) {
        boolean hasIt = type != null && type.isInstance(object);
        long offset = hasIt ? ThreadFields.offset(type, field) : JdkAccess.NO_FIELD;
        return offset == JdkAccess.NO_FIELD ? null : JDK.reference(object, offset);
    }

    /** The same of a class that is the JDK's for sure. */
    private static Object in(Object object, String field) {
        return object == null ? null : in(object, object.getClass(), field);
    }

    static Object[] array(Object array) {
        return array instanceof Object[] entries && entries.length <= MOST_ENTRIES ? entries : new Object[0];
    }

    /** The drivers of {@code DriverManager}. */
    static List<Object> drivers() {
        Class<?> manager = named("java.sql.DriverManager", ClassLoader.getPlatformClassLoader());
        List<Object> drivers = new ArrayList<>();
        for (Object entry : array(in(of(manager, "registeredDrivers"), "array"))) {
            Object driver = in(entry, "driver");
            if (driver != null) {
                drivers.add(driver);
            }
        }
        return drivers;
    }

    /** The handlers of the root logger. */
    static List<Object> logHandlers() {
        Class<?> manager = named("java.util.logging.LogManager", null);
        Object root = manager == null ? null : in(of(manager, "manager"), manager, "rootLogger");
        Object settings = in(root, named("java.util.logging.Logger", null), "config");
        List<Object> handlers = new ArrayList<>();
        for (Object handler : array(in(in(settings, "handlers"), "array"))) {
            if (handler != null) {
                handlers.add(handler);
            }
        }
        return handlers;
    }

    /** The threads that run when the JVM ends. */
    static List<Thread> shutdownHooks() {
        List<Thread> threads = new ArrayList<>();
        // An IdentityHashMap: keys and values by turns.
        Object[] entries = array(in(of(named("java.lang.ApplicationShutdownHooks", null), "hooks"), "table"));
        for (int i = 0; i < entries.length; i += 2) {
            if (entries[i] instanceof Thread thread) {
                threads.add(thread);
            }
        }
        return threads;
    }

    /** The providers of {@code java.security.Security}. */
    static List<Object> providers() {
        List<Object> providers = new ArrayList<>();
        for (Object config : array(in(of(named("sun.security.jca.Providers", null), "providerList"), "configs"))) {
            Object provider = in(config, "provider");
            if (provider != null) {
                providers.add(provider);
            }
        }
        return providers;
    }

    /** The objects of the platform's MBean server. */
    static List<Object> beans() {
        Class<?> factory = named("java.lang.management.ManagementFactory", null);
        Object server = in(
                of(factory, "platformMBeanServer"), named(JMX + "mbeanserver.JmxMBeanServer", null), "mbsInterceptor");
        Class<?> interceptor = named(JMX + "interceptor.DefaultMBeanServerInterceptor", null);
        Class<?> named = named(JMX + "mbeanserver.NamedObject", null);
        Class<?> support = named(JMX + "mbeanserver.MBeanSupport", null);
        List<Object> beans = new ArrayList<>();
        for (Object domain : MapFields.contents(in(in(server, interceptor, "repository"), "domainTb"))) {
            for (Object entry : MapFields.contents(domain)) {
                Object bean = in(entry, named, "object");
                Object resource = in(bean, support, "resource");
                if (bean != null) {
                    beans.add(resource == null ? bean : resource);
                }
            }
        }
        return beans;
    }
}
