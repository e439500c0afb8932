package io.nmt.micrometer;

/** A source of figures. Thread-safe. */
interface Source {
    /** Reads what is in use now. */
    Figures read();

    /**
     * Reads a figure of the process.
     *
     * @param attribute of the bean {@code io.nmt:type=Process}
     * @return -1 if it is not known
     */
    long process(String attribute);
}
