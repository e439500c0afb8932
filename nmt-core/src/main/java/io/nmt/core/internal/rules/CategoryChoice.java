package io.nmt.core.internal.rules;

/** Says which category a block is in, by more than its kind. Thread-safe; throws nothing. */
interface CategoryChoice {
    /**
     * The category of a block that the current thread allocates.
     *
     * @param otherwise the id of the category that it has if nothing says otherwise
     * @return the id of its category
     */
    int categoryId(int otherwise);
}
