package io.nmt.agent.instrument;

/** The rows for a class that is being hooked, of which some have yet to find what they hook. */
interface HookedRows {
    Hook hook(int row);

    /** Says that a row has found it. */
    void found(int row);
}
