package io.nmt.core.internal.libraries;

import java.lang.reflect.Method;

/** Finds the component of an application that a library's hint means. Never keeps the hint. */
final class Components {
    private static final String CONTEXT = ".netty.channel.ChannelHandlerContext";
    private static final String HANDLER = "handler";

    /** Null where a hint is no context of a handler. */
    private static final ClassValue<Method> HANDLER_OF = new ClassValue<>() {
        @Override
        protected Method computeValue(Class<?> type) {
            try {
                Class<?> context = contextOf(type);
                return context == null ? null : Mirror.publicMethod(context, HANDLER);
            } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
                return null;
            }
        }
    };

    /** True if the class is, by its name, a buffer of Netty's, or a message that may have one. */
    private static final ClassValue<Boolean> OF_NETTY = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            String name = type.getName();
            return name.contains("netty.buffer.") || name.contains("netty.handler.codec.");
        }
    };

    private Components() {}

    /** The interface of contexts that a class has, of whichever copy of the library; null if it has none. */
    private static Class<?> contextOf(Class<?> type) {
        if (type == null || type.getName().endsWith(CONTEXT)) {
            return type;
        }
        for (Class<?> implemented : type.getInterfaces()) {
            Class<?> context = contextOf(implemented);
            if (context != null) {
                return context;
            }
        }
        return contextOf(type.getSuperclass());
    }

    /** The name of the class of the handler whose context it is; null if it is no context, but a text or such. */
    static String of(Object hint) throws ReflectiveOperationException {
        Method handler = HANDLER_OF.get(hint.getClass());
        if (handler == null) {
            return null;
        }
        Object component = handler.invoke(hint);
        return (component == null ? hint : component).getClass().getName();
    }

    /** True if message and pipeline belong to the same copy of Netty, by their classes. */
    static boolean isLibrarys(Class<?> pipeline, Class<?> message) {
        return OF_NETTY.get(message) && message.getClassLoader() == pipeline.getClassLoader();
    }
}
