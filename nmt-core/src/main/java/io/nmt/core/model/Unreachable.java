package io.nmt.core.model;

import java.util.List;

/**
 * The native memory that no code could reach any more, and that was still there because no garbage collection had
 * noticed: direct buffers, segments of automatic arenas, and all else that a cleaner frees. By category, to the byte.
 *
 * @param categories of which anything was freed, the one with the most bytes first
 * @param bytes freed in all
 * @param blocks freed in all
 * @param unknownBlocks that were freed, too, but are in no other figure, since they were never recorded: they are older
 *     than the agent, or of a category that it leaves out
 * @param collected whether the JVM did collect; if not, all figures are 0 and mean nothing. With {@code
 *     -XX:+DisableExplicitGC} it does if the module {@code jdk.management} is there, but not with every collector: not
 *     with ZGC of JDK 17, and not with Shenandoah
 * @param settled whether all that the collection found was freed in time; if not, there may be more
 */
public record Unreachable(
        List<Freed> categories, long bytes, long blocks, long unknownBlocks, boolean collected, boolean settled) {
    /** As it was found: copied. */
    public Unreachable {
        categories = List.copyOf(categories);
    }

    /**
     * The freed bytes and blocks of a category.
     *
     * @param category name
     * @param bytes freed
     * @param blocks freed
     */
    public record Freed(String category, long bytes, long blocks) {}

    /**
     * The freed bytes and blocks of a category, by its name.
     *
     * @param name of the category
     * @return bytes and blocks, 0 if there was nothing
     */
    public Freed category(String name) {
        for (Freed freed : categories) {
            if (freed.category().equals(name)) {
                return freed;
            }
        }
        return new Freed(name, 0, 0);
    }
}
