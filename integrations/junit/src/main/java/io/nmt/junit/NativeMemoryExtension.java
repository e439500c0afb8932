package io.nmt.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;
import org.opentest4j.AssertionFailedError;

/** Does what the annotations say: opens a {@link Measurement} before each test and judges it afterwards. */
final class NativeMemoryExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, InvocationInterceptor {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(NativeMemoryExtension.class);
    private static final String THREADS = "threads";
    private static final String MEASUREMENT = "measurement";

    NativeMemoryExtension() {}

    @Override
    public void beforeAll(ExtensionContext context) {
        TrackedJvm.require();
        ExtensionContext.Store store = context.getStore(NAMESPACE);
        // Of a nested class, those of the outermost one.
        if (store.get(THREADS) == null) {
            store.put(THREADS, Measurement.threadNames());
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        TrackedJvm.require();
        checkValues(context);
        begin(context);
    }

    /** Wrong ones are to be told before the test runs. */
    private static void checkValues(ExtensionContext context) {
        find(context, NoNativeLeaks.class).ifPresent(annotation -> {
            Rules.of(annotation);
            Measurement.requireEachSite();
        });
        expectations(context);
    }

    private static void begin(ExtensionContext context) {
        ExtensionContext.Store store = context.getStore(NAMESPACE);
        @SuppressWarnings("unchecked")
        Set<String> threads = (Set<String>) store.get(THREADS);
        store.put(MEASUREMENT, Measurement.begin(threads == null ? Measurement.threadNames() : threads));
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        warmUp(method, context);
        invocation.proceed();
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        warmUp(method, context);
        invocation.proceed();
    }

    private static void warmUp(ReflectiveInvocationContext<Method> method, ExtensionContext context) {
        int warmups =
                find(context, NoNativeLeaks.class).map(NoNativeLeaks::warmups).orElse(0);
        if (warmups > 0) {
            for (int i = 0; i < warmups; i++) {
                ReflectionSupport.invokeMethod(
                        method.getExecutable(),
                        method.getTarget().orElse(null),
                        method.getArguments().toArray());
            }
            end(context).close();
            begin(context);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        try (Measurement measurement = end(context)) {
            if (measurement == null) {
                return; // it failed before it was begun
            }
            List<AssertionFailedError> errors = new ArrayList<>();
            for (Expectation expectation : expectations(context)) {
                AssertionFailedError error = expectation.failure(measurement);
                if (error != null) {
                    errors.add(error);
                }
            }
            find(context, NoNativeLeaks.class).ifPresent(annotation -> {
                Rules rules = Rules.of(annotation);
                rules.checkCategories();
                TestLeaks leaks = measurement.leaks(rules);
                Ledger.add(context.getUniqueId(), name(context), leaks);
                if (leaks.fail()) {
                    errors.add(Failure.of(leaks));
                }
            });
            Failure.throwAll(errors);
        }
    }

    private static Measurement end(ExtensionContext context) {
        return context.getStore(NAMESPACE).remove(MEASUREMENT, Measurement.class);
    }

    private static String name(ExtensionContext context) {
        return context.getRequiredTestClass().getSimpleName() + "." + context.getDisplayName();
    }

    private static List<Expectation> expectations(ExtensionContext context) {
        List<Expectation> expectations = new ArrayList<>();
        find(context, LimitNativeMemory.class).map(Expectation::of).ifPresent(expectations::add);
        for (ExpectNativeMemory annotation : AnnotationSupport.findRepeatableAnnotations(
                context.getRequiredTestMethod(), ExpectNativeMemory.class)) {
            expectations.add(Expectation.of(annotation));
        }
        for (Class<?> type = context.getRequiredTestClass(); type != null; type = type.getEnclosingClass()) {
            for (ExpectNativeMemory annotation :
                    AnnotationSupport.findRepeatableAnnotations(type, ExpectNativeMemory.class)) {
                expectations.add(Expectation.of(annotation));
            }
        }
        return expectations;
    }

    /** The method's, or else its class's, or else that of the class around it. */
    private static <A extends Annotation> Optional<A> find(ExtensionContext context, Class<A> type) {
        Optional<A> found = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), type);
        for (Class<?> in = context.getRequiredTestClass(); found.isEmpty() && in != null; in = in.getEnclosingClass()) {
            found = AnnotationSupport.findAnnotation(in, type);
        }
        return found;
    }
}
