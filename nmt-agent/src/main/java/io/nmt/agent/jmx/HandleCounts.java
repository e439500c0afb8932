package io.nmt.agent.jmx;

import io.nmt.core.model.HandleUsage;

/**
 * A {@link HandleUsage} as JMX takes it: a client sees a {@code CompositeData} and needs no class of ours. Immutable.
 */
public final class HandleCounts {
    private final HandleUsage usage;

    HandleCounts(HandleUsage usage) {
        this.usage = usage;
    }

    /**
     * Neither closed nor collected.
     *
     * @return how many; exact if {@link #getStandardError} is 0
     */
    public long getOpen() {
        return usage.open();
    }

    /**
     * Made since the class was loaded, or the agent attached.
     *
     * @return how many, exact
     */
    public long getCreated() {
        return usage.created();
    }

    /**
     * Closed handles among them.
     *
     * @return how many, exact
     */
    public long getClosed() {
        return usage.closed();
    }

    /**
     * Collected by the garbage collector before they were closed.
     *
     * @return how many; exact if {@link #getStandardError} is 0
     */
    public long getCollected() {
        return usage.collected();
    }

    /**
     * The standard error of the open and of the collected ones.
     *
     * @return one standard error; 0 if exact
     */
    public long getStandardError() {
        return usage.collectedError();
    }

    /**
     * The age of the oldest sampled open handle.
     *
     * @return nanoseconds; 0 if none is open
     */
    public long getOldestAgeNanos() {
        return usage.oldestAgeNanos();
    }

    /**
     * The call site that made most of those that are not closed.
     *
     * @return its frame outside the library; empty if all are closed
     */
    public String getSite() {
        return usage.sites().isEmpty() ? "" : usage.sites().get(0).site().toString();
    }
}
