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
 * Fails a test that leaves native memory behind: blocks that were allocated in it and are live after its {@code
 * AfterEach} methods, native handles that are not closed, and buffers that were not given back to their pool. Of a
 * class, each of its tests. Garbage is collected before that is said.
 *
 * <p>No other test runs at the same time. What threads allocate that ran before the test is told apart by their names,
 * and does not fail it, unless {@link #otherThreads} says so; for an annotated class these are the threads that ran
 * before its {@code BeforeAll} methods. What the JDK and pools keep by design, and what a static initialiser allocates,
 * does not fail it either. The message says what was left out.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(NativeMemoryExtension.class)
@ResourceLock(Resources.GLOBAL)
public @interface NoNativeLeaks {
    /**
     * The categories of blocks, such as {@code Direct Buffer}, of which nothing may be left. One that is named here is
     * looked at even if the JDK keeps its blocks by design.
     *
     * @return their names; none for all
     */
    String[] categories() default {};

    /**
     * The categories of blocks that are not looked at.
     *
     * @return their names
     */
    String[] exceptCategories() default {};

    /**
     * Looks at leaks alone that have one of these in the stack of calls that led to them.
     *
     * @return classes ({@code com.acme.Codec}) or packages with those below ({@code com.acme.*}); none for all
     */
    String[] sites() default {};

    /**
     * Does not look at leaks that have one of these in the stack of calls that led to them, such as caches.
     *
     * @return classes ({@code com.acme.Cache}) or packages with those below ({@code com.acme.cache.*})
     */
    String[] exceptSites() default {};

    /**
     * True if open native handles count, of the classes that the agent knows.
     *
     * @return true unless they are to be left out
     */
    boolean handles() default true;

    /**
     * True if buffers count that are not released to their pool (Netty's, and others that the agent knows).
     *
     * @return true unless they are to be left out
     */
    boolean pools() default true;

    /**
     * The bytes that may be left at each call site.
     *
     * @return bytes, with a unit or without: {@code 64KB}
     */
    String upTo() default "0";

    /**
     * The runs of the test method before the measured one, which fill caches. The methods around it run once, and
     * allocations of those before it ({@code BeforeEach}) do not count.
     *
     * @return from 0
     */
    int warmups() default 0;

    /**
     * True if allocations of threads that ran before the test fail it, too.
     *
     * @return true if they work for the test alone
     */
    boolean otherThreads() default false;
}
