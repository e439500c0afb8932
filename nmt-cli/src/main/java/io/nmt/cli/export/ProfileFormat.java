package io.nmt.cli.export;

import java.io.IOException;
import java.io.OutputStream;

/** A format of profiles. */
public interface ProfileFormat {
    /**
     * Writes a profile.
     *
     * @param profile to be written
     * @param out is not closed
     * @throws IOException if it cannot be written
     */
    void write(Profile profile, OutputStream out) throws IOException;
}
