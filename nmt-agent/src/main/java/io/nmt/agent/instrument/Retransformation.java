package io.nmt.agent.instrument;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Has the JVM make new versions of loaded classes, from what it and other agents have made of them. The transformer is
 * asked then, which adds hooks or leaves them out.
 */
final class Retransformation {
    private Retransformation() {}

    /**
     * Retransforms classes: all at once, which costs one stop of the JVM; where one of them refuses, one by one.
     *
     * @return the classes that refused, each with the reason; mostly none
     */
    static Map<Class<?>, Throwable> of(Instrumentation instrumentation, List<Class<?>> classes) {
        Map<Class<?>, Throwable> refused = new LinkedHashMap<>();
        if (!classes.isEmpty() && retransform(instrumentation, classes.toArray(new Class<?>[0])) != null) {
            for (Class<?> type : classes) {
                Throwable why = retransform(instrumentation, type);
                if (why != null) {
                    refused.put(type, why);
                }
            }
        }
        return refused;
    }

    private static Throwable retransform(Instrumentation instrumentation, Class<?>... classes) {
        try {
            instrumentation.retransformClasses(classes);
            return null;
        } catch (UnmodifiableClassException | RuntimeException | LinkageError | InternalError e) {
            return e;
        }
    }

    /** A reason in words: the JVM's own message, where it has one. */
    static String reason(Throwable refusal) {
        String message = refusal.getMessage();
        return refusal instanceof UnsupportedOperationException && message != null
                ? message.replace("class redefinition failed: ", "")
                : refusal.toString();
    }
}
