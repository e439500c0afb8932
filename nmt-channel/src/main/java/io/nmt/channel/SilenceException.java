package io.nmt.channel;

import java.io.IOException;

/** The other end of a channel has said nothing for too long. The channel is closed then. */
public final class SilenceException extends IOException {
    private static final long serialVersionUID = 1;

    private final long millis;

    SilenceException(long millis) {
        super("silent for " + millis + " ms");
        this.millis = millis;
    }

    /**
     * The length of the silence.
     *
     * @return milliseconds
     */
    public long millis() {
        return millis;
    }
}
