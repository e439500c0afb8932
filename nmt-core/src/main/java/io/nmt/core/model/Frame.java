package io.nmt.core.model;

/**
 * A Java frame. Names only: a frame keeps no class and no class loader alive.
 *
 * @param className with dots; a number that makes it unique for each object or class loader is left out
 * @param methodName of its method
 * @param fileName of its source, or null if that is not known
 * @param line in its source; not positive if that is not known; {@link #NATIVE} of a native method
 * @param jdk whether it belongs to the JDK
 */
public record Frame(String className, String methodName, String fileName, int line, boolean jdk) {
    /** The line of a native method. */
    public static final int NATIVE = -2;

    private static final String LAMBDA = "$$Lambda";

    /** Packages of classes that the JDK makes while it runs, in no module. */
    private static final String[] MADE_BY_JDK = {"jdk.internal.", "java.lang.", "sun.reflect.", "com.sun.proxy."};

    private static final String PROXY = "$Proxy"; // in the package of its interface, if that is not public

    /**
     * The frame of a {@link StackTraceElement}.
     *
     * @param element of a stack trace
     * @return the frame
     */
    public static Frame of(StackTraceElement element) {
        return new Frame(
                lasting(element.getClassName()),
                element.getMethodName(),
                element.getFileName(),
                element.getLineNumber(),
                isOfJdk(element.getModuleName()) || isMadeByJdk(element.getClassName()));
    }

    /** Without what differs from one run to the next: the address of a hidden class, the number of a lambda. */
    private static String lasting(String className) {
        int slash = className.indexOf('/');
        String name = slash < 0 ? className : className.substring(0, slash);
        int lambda = name.indexOf(LAMBDA);
        return lambda < 0 ? name : name.substring(0, lambda + LAMBDA.length());
    }

    private static boolean isOfJdk(String module) {
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }

    private static boolean isMadeByJdk(String className) {
        for (String start : MADE_BY_JDK) {
            if (className.startsWith(start)) {
                return true;
            }
        }
        return className.startsWith(PROXY, className.lastIndexOf('.') + 1);
    }

    /** For example {@code com.acme.Codec.encode(Codec.java:12)}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(80);
        text.append(className).append('.').append(methodName).append('(');
        if (fileName != null) {
            text.append(fileName);
            if (line > 0) {
                text.append(':').append(line);
            }
        } else {
            text.append(line == NATIVE ? "Native Method" : line > 0 ? "line " + line : "Unknown Source");
        }
        return text.append(')').toString();
    }

    // A record's own two are made by invokedynamic, which is much to load for a hook.

    @Override
    public int hashCode() {
        return (className.hashCode() * 31 + methodName.hashCode()) * 31 + line;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Frame frame
                && line == frame.line
                && jdk == frame.jdk
                && methodName.equals(frame.methodName)
                && className.equals(frame.className)
                && (fileName == null ? frame.fileName == null : fileName.equals(frame.fileName));
    }
}
