package io.nmt.report.page;

import io.nmt.core.model.MappedFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A file that is mapped, once or several times. Immutable.
 *
 * @param path of it
 * @param bytes of its mappings
 * @param residentBytes of them; -1 if that is not known
 * @param count how many mappings
 */
public record PageFile(String path, long bytes, long residentBytes, int count) {
    /**
     * Adds up the mappings of each file.
     *
     * @param mappings in any order
     * @return the largest first
     */
    public static List<PageFile> of(List<MappedFile> mappings) {
        Map<String, PageFile> byPath = new LinkedHashMap<>();
        for (MappedFile mapping : mappings) {
            String path = mapping.path() == null ? "?" : mapping.path();
            byPath.merge(path, new PageFile(path, mapping.bytes(), mapping.residentBytes(), 1), PageFile::plus);
        }
        List<PageFile> files = new ArrayList<>(byPath.values());
        files.sort(Comparator.comparingLong(PageFile::bytes).reversed());
        return files;
    }

    private PageFile plus(PageFile other) {
        boolean known = residentBytes >= 0 && other.residentBytes >= 0;
        return new PageFile(
                path, bytes + other.bytes, known ? residentBytes + other.residentBytes : -1, count + other.count);
    }
}
