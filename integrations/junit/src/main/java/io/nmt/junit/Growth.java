package io.nmt.junit;

import io.nmt.core.model.Site;
import java.util.List;

/**
 * The growth of a site: handles that are not closed, or buffers that are not released.
 *
 * @param group their class, or kind of pool
 * @param site where they were made
 * @param threads that made those that are not collected
 * @param bytes more, 0 of handles
 * @param count more
 * @param collected of these, how many or how much the garbage collector has collected the objects of; 0 for none
 */
record Growth(String group, Site site, List<String> threads, long bytes, long count, long collected) {}
