package io.nmt.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * A test of words, tables, options, files or the command line, which are the same on every JDK. It runs on one of
 * {@link Jdks}, which is its parameter. The test's name chooses it, so each JDK gets its share, and a test always the
 * same.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}")
@ArgumentsSource(OnOneJdk.Chosen.class)
public @interface OnOneJdk {
    /** Chooses the JDK. */
    final class Chosen implements ArgumentsProvider {
        @Override
        public Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context) {
            List<Jdk> jdks = Jdks.all().toList();
            String name = context.getRequiredTestClass().getSimpleName()
                    + context.getRequiredTestMethod().getName();
            return Stream.of(Arguments.of(jdks.get(Math.floorMod(name.hashCode(), jdks.size()))));
        }
    }
}
