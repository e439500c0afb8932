package io.nmt.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * Fails a test if more native memory is live at any time in it than a limit, beyond what was live at its start. Of a
 * class, each of its tests. All threads count; no other test runs at the same time.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(NativeMemoryExtension.class)
@ResourceLock(Resources.GLOBAL)
public @interface LimitNativeMemory {
    /**
     * The limit, of all categories together.
     *
     * @return bytes, with a unit or without: {@code 64MB}
     */
    String value();
}
