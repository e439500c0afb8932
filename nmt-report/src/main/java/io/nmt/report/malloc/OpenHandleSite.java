package io.nmt.report.malloc;

/**
 * Native handles of one class that are not closed, collected or not, and were made in one place in Java code.
 *
 * @param className of the objects
 * @param siteClass the class of the place
 * @param siteMethod its method
 * @param line in its source; not positive if that is not known
 * @param open how many; an estimate where {@code exact} is false
 * @param exact whether each was sampled
 */
public record OpenHandleSite(
        String className, String siteClass, String siteMethod, int line, long open, boolean exact) {}
