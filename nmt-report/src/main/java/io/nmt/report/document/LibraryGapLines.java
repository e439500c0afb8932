package io.nmt.report.document;

import io.nmt.core.model.Coverage;
import io.nmt.core.model.NotTracked;

/** A line for each library of one kind whose classes have no hooks, or not all. */
final class LibraryGapLines {
    private LibraryGapLines() {}

    /** Returns the libraries with pools; mostly empty. */
    static String ofPools(Coverage coverage) {
        StringBuilder text = new StringBuilder();
        for (NotTracked one : coverage.notTracked()) {
            text.append(one.isOfPools() ? one.sentence().concat("\n") : "");
        }
        return text.toString();
    }

    /** Returns the libraries with native handles; mostly empty. */
    static String ofHandles(Coverage coverage) {
        StringBuilder text = new StringBuilder();
        for (NotTracked one : coverage.notTracked()) {
            text.append(one.isOfHandles() ? one.sentence().concat("\n") : "");
        }
        return text.toString();
    }
}
