package io.nmt.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * Fails a test unless the most that is live of a category at any time in it, beyond what was live at its start, is in a
 * range. Of a class, each of its tests. All threads count; no other test runs at the same time.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@Repeatable(ExpectNativeMemory.List.class)
@ExtendWith(NativeMemoryExtension.class)
@ResourceLock(Resources.GLOBAL)
public @interface ExpectNativeMemory {
    /**
     * The category, such as {@code Direct Buffer}.
     *
     * @return its name
     */
    String category();

    /**
     * The most that may be live.
     *
     * @return bytes, with a unit or without: {@code 1MB}; 0 if the category must not be used
     */
    String max();

    /**
     * The least that must have been live at some time.
     *
     * @return bytes, with a unit or without
     */
    String min() default "0";

    /** Several of them. */
    @Target({ElementType.TYPE, ElementType.METHOD})
    @Retention(RetentionPolicy.RUNTIME)
    @Documented
    @Inherited
    @ExtendWith(NativeMemoryExtension.class)
    @ResourceLock(Resources.GLOBAL)
    @interface List {
        /**
         * For several categories.
         *
         * @return each
         */
        ExpectNativeMemory[] value();
    }
}
