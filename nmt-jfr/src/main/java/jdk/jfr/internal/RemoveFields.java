package jdk.jfr.internal;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * For the compiler only, not in any jar: the JDK's own annotation (since JDK 22) for events that have no thread,
 * duration or stack trace. There is no public one. A JDK without it ignores it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface RemoveFields {
    /**
     * The fields that JFR would add by itself.
     *
     * @return their names
     */
    String[] value() default {};
}
