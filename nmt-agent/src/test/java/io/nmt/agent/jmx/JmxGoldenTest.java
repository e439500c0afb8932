package io.nmt.agent.jmx;

import io.nmt.agent.golden.Golden;
import io.nmt.agent.golden.InUtc;
import java.util.Arrays;
import java.util.Comparator;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Names, types and words of the MBeans: what clients and exporters are configured by. */
@ExtendWith(InUtc.class)
class JmxGoldenTest {
    @Test
    void beans() {
        CategoryBeans categories = new CategoryBeans(MBeanServerFactory.newMBeanServer());
        StringBuilder text = new StringBuilder();
        append(text, DescribedBean.of(new NativeMemoryBean(categories), NativeMemoryMXBean.class));
        append(text, DescribedBean.of(new CategoryBean("Direct Buffer", categories), NativeMemoryCategoryMXBean.class));
        append(text, DescribedBean.of(new ProcessBean(), ProcessMXBean.class));
        Golden.check("jmx/beans.txt", text.toString());
    }

    private static void append(StringBuilder text, DynamicMBean bean) {
        MBeanInfo info = bean.getMBeanInfo();
        text.append(info.getDescription()).append('\n');
        MBeanAttributeInfo[] attributes = info.getAttributes();
        Arrays.sort(attributes, Comparator.comparing(MBeanAttributeInfo::getName));
        for (MBeanAttributeInfo attribute : attributes) {
            text.append("  ")
                    .append(attribute.getName())
                    .append(", ")
                    .append(type(attribute.getDescriptor().getFieldValue("openType")))
                    .append(": ")
                    .append(attribute.getDescription())
                    .append('\n');
        }
        MBeanOperationInfo[] operations = info.getOperations();
        Arrays.sort(operations, Comparator.comparing(MBeanOperationInfo::getName));
        for (MBeanOperationInfo operation : operations) {
            text.append("  ").append(operation.getName()).append('(');
            for (MBeanParameterInfo parameter : operation.getSignature()) {
                text.append(parameter.getName()).append(": ").append(parameter.getDescription());
            }
            text.append("): ").append(operation.getDescription()).append('\n');
        }
    }

    /** Its items, without the names of classes. */
    private static String type(Object openType) {
        if (openType instanceof javax.management.openmbean.TabularType table) {
            return "table of " + type(table.getRowType());
        } else if (openType instanceof javax.management.openmbean.CompositeType composite) {
            StringBuilder items = new StringBuilder("{");
            for (String item : composite.keySet()) {
                items.append(items.length() == 1 ? "" : ", ")
                        .append(item)
                        .append(' ')
                        .append(type(composite.getType(item)));
            }
            return items.append('}').toString();
        }
        return ((javax.management.openmbean.OpenType<?>) openType).getTypeName();
    }
}
