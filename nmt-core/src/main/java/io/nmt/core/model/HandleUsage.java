package io.nmt.core.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The native handles of a class: objects that own native memory until they are closed. Counted from when the class was
 * loaded, or from when the agent was attached.
 *
 * @param className of the objects
 * @param created how many were made; exact
 * @param closed how many of these were closed; exact
 * @param collected how many were collected by the garbage collector before they were closed, as far as that was looked
 *     for: their native memory is lost, unless a cleaner or finalizer frees it
 * @param collectedError one standard error of {@code collected}; 0 if exact
 * @param oldestAgeNanos how long ago the oldest of the sampled open ones was made; 0 if none is open
 * @param sites lines of code where those were made that are not closed, the one with most first
 */
public record HandleUsage(
        String className,
        long created,
        long closed,
        long collected,
        long collectedError,
        long oldestAgeNanos,
        List<HandleSite> sites) {
    /** As it was found: copied. */
    public HandleUsage {
        sites = List.copyOf(sites);
    }

    /**
     * Handles that are neither closed nor collected.
     *
     * @return exact if {@link #collected} is
     */
    public long open() {
        return Math.max(0, created - closed - collected);
    }

    /**
     * The same with those sites alone that grow, or have made handles that were collected before they were closed.
     *
     * @return without sites if there are none of these
     */
    public HandleUsage suspects() {
        List<HandleSite> suspects = new ArrayList<>();
        for (HandleSite site : sites) {
            if (site.growing() || site.collected() > 0) {
                suspects.add(site);
            }
        }
        return new HandleUsage(className, created, closed, collected, collectedError, oldestAgeNanos, suspects);
    }
}
