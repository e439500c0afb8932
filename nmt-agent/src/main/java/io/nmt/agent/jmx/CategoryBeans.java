package io.nmt.agent.jmx;

import io.nmt.core.model.Category;
import java.util.regex.Pattern;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * A bean for each category. Those that an application registers later get theirs when the bean of all categories is
 * next read, as exporters do each time. Thread-safe.
 */
final class CategoryBeans {
    private static final String PREFIX = "io.nmt:type=NativeMemory,category=";
    // What has a meaning in an object name.
    private static final Pattern SPECIAL = Pattern.compile("[,=:\"*?\n]");

    private final MBeanServer server;
    private int registered;

    CategoryBeans(MBeanServer server) {
        this.server = server;
    }

    /** Registers those that have none yet. */
    synchronized void register() {
        for (Category category : Category.all()) {
            if (category.id() > registered) {
                registered = category.id();
                register(category.name());
            }
        }
    }

    private void register(String category) {
        try {
            String value = SPECIAL.matcher(category).find() ? ObjectName.quote(category) : category;
            server.registerMBean(new CategoryBean(category), new ObjectName(PREFIX + value));
        } catch (InstanceAlreadyExistsException e) {
            // It is there.
        } catch (JMException | RuntimeException e) {
            System.err.println("nmt: no MBean of a category: " + e);
        }
    }
}
