package io.nmt.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A test that runs once for the oldest and once for the newest of {@link Jdks}, which is its parameter: of words,
 * options, files and commands, which no JDK between them has any other way.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}")
@MethodSource("io.nmt.testkit.Jdks#ends")
public @interface OnOldestAndNewestJdk {}
