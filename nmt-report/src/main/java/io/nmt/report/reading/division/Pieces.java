package io.nmt.report.reading.division;

import io.nmt.core.mappings.AddressSpace;
import io.nmt.core.mappings.PageMap;
import io.nmt.core.mappings.Region;
import io.nmt.report.model.Component;
import io.nmt.report.reading.division.Piece.Place;
import io.nmt.report.reading.sources.HotSpotAreas;
import io.nmt.report.reading.sources.HotSpotAreas.Area;
import io.nmt.report.reading.sources.MallocHeaps;
import io.nmt.report.reading.sources.ProcessMemory;
import io.nmt.report.reading.sources.ThreadStack;
import io.nmt.report.reading.sources.ThreadStacks;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The address space, cut where one use ends and another begins. What is resident in all pieces together is what the
 * system says of all regions, to the byte. Not thread-safe.
 */
public final class Pieces {
    // Where the agent puts async-profiler, if it is asked to.
    /** The JDK's, which malloc what images and fonts take. */
    private static final Set<String> OF_IMAGES_AND_FONTS = Set.of(
            "libfontmanager.so",
            "libfreetype.so",
            "libfreetype.so.6",
            "libjavajpeg.so",
            "liblcms.so",
            "liblcms2.so.2",
            "libmlib_image.so");

    private static final String OWN = "/.nmt_pid";

    private static final String LIBJVM = "/lib/server/libjvm.so";
    private static final String ZGC_HEAP = "/memfd:java_heap";
    private static final Pattern LIBRARY = Pattern.compile(".*\\.so(?:\\.[0-9]+)*(?: \\(deleted\\))?");

    private final TreeMap<Long, Claim> claims = new TreeMap<>();
    private final List<Piece> pieces = new ArrayList<>();
    private final Set<String> executables = new LinkedHashSet<>();
    private final MallocHeaps heaps;
    private final PageMap pages;
    private final ProcessMemory memory;

    private record Claim(long end, Component component, Place place) {}

    /** Takes {@code pages} as null where the system does not tell. */
    public Pieces(
            AddressSpace space,
            HotSpotAreas areas,
            ThreadStacks stacks,
            MallocHeaps heaps,
            PageMap pages,
            ProcessMemory memory) {
        this.heaps = heaps;
        this.memory = memory;
        this.pages = pages;
        for (Area area : areas.list()) {
            claim(area.start(), area.end(), area.component(), Place.KNOWN);
        }
        for (long heap : heaps.heaps()) {
            claim(heap, heap + MallocHeaps.heapBytes(), null, Place.MALLOC_HEAP);
        }
        for (ThreadStack stack : stacks.stacks()) {
            claim(stack.start(), stack.end(), Component.THREAD_STACKS, Place.KNOWN);
        }
        for (Region region : space.regions()) {
            if (region.permissions().charAt(2) == 'x') {
                executables.add(region.path());
            }
        }
        cut(space);
        separateMappedBlocks();
    }

    /** All, by address. */
    List<Piece> list() {
        return pieces;
    }

    /** Names of libraries that are neither the JDK's nor the system's, and of those that malloc images and fonts. */
    Set<String> libraries() {
        Set<String> names = new LinkedHashSet<>();
        String jdk = executables.stream()
                .filter(path -> path.endsWith(LIBJVM))
                .map(path -> path.substring(0, path.length() - LIBJVM.length()))
                .findFirst()
                .orElse(System.getProperty("java.home"));
        for (String path : executables) {
            String name = path.substring(path.lastIndexOf('/') + 1).replace(" (deleted)", "");
            boolean known = path.isEmpty()
                    || path.startsWith("[")
                    || path.startsWith(jdk)
                    || path.startsWith("/lib")
                    || path.startsWith("/usr/lib")
                    || path.contains(OWN);
            if (!known || OF_IMAGES_AND_FONTS.contains(name)) {
                names.add(name);
            }
        }
        return names;
    }

    /** Returns the one of an address, or null. */
    Piece at(long address) {
        int low = 0;
        int high = pieces.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Piece piece = pieces.get(middle);
            if (address < piece.start()) {
                high = middle - 1;
            } else if (address >= piece.end()) {
                low = middle + 1;
            } else {
                return piece;
            }
        }
        return null;
    }

    /** Claims addresses for a component; earlier claims stay. */
    private void claim(long start, long end, Component component, Place place) {
        long from = start;
        Map.Entry<Long, Claim> before = claims.floorEntry(from);
        if (before != null) {
            from = Math.max(from, before.getValue().end());
        }
        while (from < end) {
            Map.Entry<Long, Claim> next = claims.ceilingEntry(from);
            long to = next == null ? end : Math.min(end, next.getKey());
            if (from < to) {
                claims.put(from, new Claim(to, component, place));
            }
            from = next == null ? end : Math.max(to, next.getValue().end());
        }
    }

    private void cut(AddressSpace space) {
        Region before = null;
        for (Region region : space.regions()) {
            List<Piece> parts = new ArrayList<>();
            Piece whole = whole(region, before);
            long at = region.start();
            Map.Entry<Long, Claim> claim = claims.floorEntry(at);
            if (claim == null || claim.getValue().end() <= at) {
                claim = claims.ceilingEntry(at);
            }
            while (at < region.end()) {
                if (claim == null || claim.getKey() >= region.end()) {
                    parts.add(whole.part(at, region.end(), whole.component(), whole.place()));
                    at = region.end();
                } else if (claim.getKey() > at) {
                    parts.add(whole.part(at, claim.getKey(), whole.component(), whole.place()));
                    at = claim.getKey();
                } else {
                    Claim what = claim.getValue();
                    long end = Math.min(what.end(), region.end());
                    parts.add(whole.part(at, end, what.component(), what.place()));
                    at = end;
                    claim = claims.ceilingEntry(at);
                }
            }
            share(region.residentBytes(), parts);
            pieces.addAll(parts);
            before = region;
        }
    }

    /** A region as it is where nothing better is known. */
    private Piece whole(Region region, Region before) {
        String path = region.path();
        Component component = null;
        Place place = Place.KNOWN;
        if (path.equals("[heap]")) {
            place = Place.MALLOC_HEAP;
        } else if (path.startsWith("[stack")) {
            component = Component.THREAD_STACKS;
        } else if (path.isEmpty() || path.startsWith("[anon")) {
            if (region.permissions().charAt(2) == 'x') {
                component = Component.CODE_CACHE;
            } else if (followsLibrary(region, before)) {
                component = Component.LIBRARIES;
            } else {
                place = Place.UNKNOWN;
            }
        } else if (path.startsWith("[")
                || executables.contains(path)
                || LIBRARY.matcher(path).matches()) {
            component = Component.LIBRARIES;
        } else if (path.startsWith(ZGC_HEAP) && region.permissions().endsWith("s")) {
            component = Component.JAVA_HEAP;
        } else if (path.endsWith(".jsa") || path.endsWith(".aot")) {
            component = Component.CDS;
        } else {
            place = Place.FILE;
        }
        return new Piece(pages, region, region.start(), region.end(), component, place);
    }

    /** Its data that the file does not hold. */
    private boolean followsLibrary(Region region, Region before) {
        return before != null
                && before.end() == region.start()
                && before.permissions().equals("rw-p")
                && region.permissions().equals("rw-p")
                && executables.contains(before.path())
                && !before.path().isEmpty();
    }

    /** Gives the parts of a region what is resident in it, all of it. */
    private static void share(long residentBytes, List<Piece> parts) {
        if (parts.size() == 1) {
            parts.get(0).setResidentBytes(residentBytes);
            return;
        }
        long left = residentBytes;
        for (Piece part : parts) {
            long bytes = Math.min(left, part.presentBytes());
            part.setResidentBytes(bytes);
            left -= bytes;
        }
        // Pages that came meanwhile, or of which the system does not tell.
        for (Piece part : parts) {
            long room = Math.min(left, Math.max(0, part.bytes() - part.residentBytes()));
            part.setResidentBytes(part.residentBytes() + room);
            left -= room;
        }
    }

    private void separateMappedBlocks() {
        List<Piece> before = List.copyOf(pieces);
        pieces.clear();
        for (Piece piece : before) {
            // A library's data may have got such blocks as neighbours.
            boolean possible = (piece.place() == Place.UNKNOWN || piece.component() == Component.LIBRARIES)
                    && piece.residentBytes() > 0
                    && MallocHeaps.isPrivateAnonymous(piece.region())
                    && piece.present() != null;
            if (possible) {
                separate(piece);
            } else {
                pieces.add(piece);
            }
        }
    }

    private void separate(Piece piece) {
        List<MallocHeaps.Mapped> blocks = heaps.mappedBlocks(piece.start(), piece.end(), piece.present(), memory);
        List<Piece> parts = new ArrayList<>();
        long at = piece.start();
        for (MallocHeaps.Mapped block : blocks) {
            if (block.start() > at) {
                parts.add(piece.part(at, block.start(), piece.component(), piece.place()));
            }
            parts.add(piece.part(block.start(), block.end(), null, Place.MALLOC_MAPPING));
            at = block.end();
        }
        if (blocks.isEmpty()) {
            pieces.add(piece);
        } else {
            if (at < piece.end()) {
                parts.add(piece.part(at, piece.end(), piece.component(), piece.place()));
            }
            share(piece.residentBytes(), parts);
            pieces.addAll(parts);
        }
    }
}
