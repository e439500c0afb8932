package io.nmt.it.programs.jetty.io;

import java.nio.ByteBuffer;

/** A buffer that a pool hands out. */
public interface RetainableByteBuffer {
    /** Returns its memory. */
    ByteBuffer getByteBuffer();
}
