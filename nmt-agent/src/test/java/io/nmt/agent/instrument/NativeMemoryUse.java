package io.nmt.agent.instrument;

/**
 * A method of a JDK that has to do with native memory.
 *
 * @param className with slashes
 * @param method its name and descriptor
 * @param what it does
 */
record NativeMemoryUse(String className, String method, What what) {
    enum What {
        ALLOCATES("calls Unsafe.allocateMemory"),
        REALLOCATES("calls Unsafe.reallocateMemory"),
        FREES("calls Unsafe.freeMemory"),
        MAPS("is a native method that may map or unmap memory"),
        ZIPS("is a native method that may have to do with a stream of zlib"),
        LINKS("calls Linker.downcallHandle");

        private final String description;

        What(String description) {
            this.description = description;
        }
    }

    /** Returns the class that a nested class is in, and else the class itself. */
    static String outermost(String className) {
        int dollar = className.indexOf('$');
        return dollar < 0 ? className : className.substring(0, dollar);
    }

    String name() {
        return method.substring(0, method.indexOf('('));
    }

    String descriptor() {
        return method.substring(method.indexOf('('));
    }

    @Override
    public String toString() {
        return className + "." + method + " " + what.description;
    }
}
