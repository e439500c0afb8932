package io.nmt.agent.jmx;

import java.lang.reflect.Method;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.StandardMBean;

/** An MXBean that tells clients what {@link Description} says in its interface. */
final class DescribedBean extends StandardMBean {
    private static final String BEFORE_TEXT = ": ";

    private <T> DescribedBean(T bean, Class<T> type) {
        super(bean, type, true);
    }

    static <T> DescribedBean of(T bean, Class<T> type) {
        return new DescribedBean(bean, type);
    }

    /** As the JDK's. It looks for this method first, and a debugger sees each exception where it finds none. */
    @Override
    protected void cacheMBeanInfo(MBeanInfo info) {
        super.cacheMBeanInfo(info);
    }

    @Override
    protected String getDescription(MBeanInfo info) {
        Description description = getMBeanInterface().getAnnotation(Description.class);
        return description == null ? super.getDescription(info) : description.value();
    }

    @Override
    protected String getDescription(MBeanAttributeInfo info) {
        Method getter = method((info.isIs() ? "is" : "get") + info.getName());
        return getter == null ? super.getDescription(info) : text(getter, super.getDescription(info));
    }

    @Override
    protected String getDescription(MBeanOperationInfo info) {
        Method operation = method(info.getName());
        return operation == null ? super.getDescription(info) : text(operation, super.getDescription(info));
    }

    @Override
    protected String getParameterName(MBeanOperationInfo operation, MBeanParameterInfo info, int sequence) {
        String text = parameter(operation, sequence);
        return text == null ? super.getParameterName(operation, info, sequence) : text.split(BEFORE_TEXT, 2)[0];
    }

    @Override
    protected String getDescription(MBeanOperationInfo operation, MBeanParameterInfo info, int sequence) {
        String text = parameter(operation, sequence);
        return text == null ? super.getDescription(operation, info, sequence) : text.split(BEFORE_TEXT, 2)[1];
    }

    private String parameter(MBeanOperationInfo operation, int sequence) {
        Method method = method(operation.getName());
        Description description =
                method == null ? null : method.getParameters()[sequence].getAnnotation(Description.class);
        return description == null ? null : description.value();
    }

    private static String text(Method method, String otherwise) {
        Description description = method.getAnnotation(Description.class);
        return description == null ? otherwise : description.value();
    }

    /** None of ours has another one of its name. */
    private Method method(String name) {
        for (Method method : getMBeanInterface().getMethods()) {
            if (method.getName().equals(name)) {
                return method;
            }
        }
        return null;
    }
}
