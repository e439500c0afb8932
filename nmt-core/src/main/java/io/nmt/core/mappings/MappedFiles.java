package io.nmt.core.mappings;

import io.nmt.core.internal.origins.Origin;
import io.nmt.core.internal.origins.Origins;
import io.nmt.core.model.Category;
import io.nmt.core.model.MappedFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Joins what the hooks have seen with what the system knows of the same addresses. */
public final class MappedFiles {
    private MappedFiles() {}

    /**
     * Lists the live mappings.
     *
     * @return the largest first; a mapping that comes or goes meanwhile may lack path, mode and resident bytes
     */
    public static List<MappedFile> list() {
        List<Origin> origins = Origins.of(Category.MAPPED_FILE.id());
        List<MappedFile> files = new ArrayList<>(origins.size());
        if (!origins.isEmpty()) {
            AddressSpace space = AddressSpace.read();
            for (Origin origin : origins) {
                files.add(file(origin, space));
            }
            files.sort(Comparator.comparingLong(MappedFile::bytes).reversed());
        }
        return files;
    }

    private static MappedFile file(Origin origin, AddressSpace space) {
        Region region = space.at(origin.address());
        boolean known = region != null;
        return new MappedFile(
                known ? path(region) : null,
                origin.address(),
                origin.bytes(),
                known ? mode(region.permissions()) : null,
                known ? space.residentBytes(origin.address(), origin.bytes()) : -1,
                origin.ageNanos(),
                origin.threadName());
    }

    private static String path(Region region) {
        return region.path().isEmpty() ? MappedFile.ANONYMOUS : region.path();
    }

    /** As the system shows it: {@code rw-p} and the like, the last letter for shared or private. */
    private static String mode(String permissions) {
        if (permissions.endsWith("p")) {
            return "PRIVATE";
        }
        return permissions.charAt(1) == 'w' ? "READ_WRITE" : "READ_ONLY";
    }
}
