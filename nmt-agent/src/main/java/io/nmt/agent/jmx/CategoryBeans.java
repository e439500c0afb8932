package io.nmt.agent.jmx;

import io.nmt.core.model.Category;
import java.util.List;
import java.util.regex.Pattern;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * A bean for each category, of which there are at most {@link Category#MAX_CATEGORIES}. Those that an application
 * registers later get theirs when a bean of ours is next read, as exporters do each time. Thread-safe.
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
        List<Category> all = Category.all();
        while (registered < all.size()) {
            register(all.get(registered++).name());
        }
    }

    private void register(String category) {
        try {
            String value = SPECIAL.matcher(category).find() ? ObjectName.quote(category) : category;
            CategoryBean bean = new CategoryBean(category, this);
            server.registerMBean(
                    DescribedBean.of(bean, NativeMemoryCategoryMXBean.class), new ObjectName(PREFIX + value));
        } catch (InstanceAlreadyExistsException e) {
            // It is there.
        } catch (JMException | RuntimeException e) {
            System.err.println("nmt: no MBean of a category: " + e);
        }
    }
}
