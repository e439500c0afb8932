package io.nmt.report.page.flamegraph;

import java.io.IOException;
import java.util.List;

/** A source of call stacks with their live bytes. */
public interface StackSource {
    /**
     * The name of the source, for the title of a page.
     *
     * @return such as the name of a file
     */
    String name();

    /**
     * Reads them.
     *
     * @return in any order, one stack perhaps several times
     * @throws IOException if they cannot be read, with a message for people
     */
    List<StackBytes> stacks() throws IOException;
}
