package io.nmt.others.programs;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/** Tells BlockHound which thread of the application must not block. */
public final class EventLoop implements BlockHoundIntegration {
    static final String NAME = "event loop";

    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.nonBlockingThreadPredicate(
                known -> known.or(thread -> thread.getName().equals(NAME)));
    }
}
