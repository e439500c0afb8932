package jdk.jfr.events;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * For the compiler only, not in any jar: the JDK's own annotation (since JDK 22) for frames that stack traces are to be
 * without. There is no public one. A JDK without it ignores it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface StackFilter {
    /**
     * Classes or methods that are left out wherever they stand in the stack.
     *
     * @return classes, or methods as {@code package.Class::method}
     */
    String[] value();
}
