package io.nmt.cli.export;

import io.nmt.core.model.Frame;
import io.nmt.report.document.SafeText;

/**
 * A frame as the formats have it.
 *
 * @param method class and method, such as {@code com.acme.Codec.encode}
 * @param file of the source, from the root of the sources on, such as {@code com/acme/Codec.java}; empty if not known
 * @param line in it; 0 if not known
 */
record ProfileFrame(String method, String file, int line) {
    static ProfileFrame of(Frame frame) {
        String name = frame.className() + "." + frame.methodName();
        int dot = frame.className().lastIndexOf('.');
        String folder = frame.className().substring(0, dot + 1).replace('.', '/');
        String file = frame.fileName() == null ? "" : folder + frame.fileName();
        return new ProfileFrame(SafeText.line(name), SafeText.line(file), Math.max(0, frame.line()));
    }

    /** The frame of a row without frames. */
    static ProfileFrame named(String name) {
        return new ProfileFrame(SafeText.line(name), "", 0);
    }
}
