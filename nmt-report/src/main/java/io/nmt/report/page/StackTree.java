package io.nmt.report.page;

import io.nmt.core.model.Frame;
import io.nmt.core.model.Site;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.SafeText;
import io.nmt.report.render.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The call stacks of sites as a tree, from the outermost frame on: what they share is told once. Not thread-safe. */
final class StackTree {
    private static final int NO_PARENT = -1;
    private static final String LEFT_OUT = "(calls left out: option depth)";

    private final Map<String, Integer> frames = new LinkedHashMap<>();
    private final Set<Integer> libraryFrames = new TreeSet<>();
    private final Map<String, Integer> names = new LinkedHashMap<>();
    private final Map<Long, Integer> nodeOf = new HashMap<>();
    private final List<int[]> nodes = new ArrayList<>();
    private final List<Integer> nameOf = new ArrayList<>();

    /** The node of a site's innermost frame. */
    int node(Site site) {
        List<Frame> stack = site.frames();
        int node = NO_PARENT;
        for (int i = stack.size() - 1; i >= 0; i--) {
            if (i + 1 == site.cutAfter()) {
                node = child(node, LEFT_OUT);
            }
            node = child(node, stack.get(i).toString());
            if (TrackerReader.isLibrary(stack.get(i))) {
                libraryFrames.add(nodes.get(node)[1]);
            }
        }
        node = stack.isEmpty() ? child(node, site.toString()) : node;
        nameOf.set(node, index(names, SafeText.line(site.toString())));
        return node;
    }

    private int child(int parent, String frame) {
        int number = index(frames, SafeText.line(frame));
        return nodeOf.computeIfAbsent((long) parent << Integer.SIZE | number, any -> {
            nodes.add(new int[] {parent, number});
            nameOf.add(null);
            return nodes.size() - 1;
        });
    }

    private static int index(Map<String, Integer> names, String name) {
        return names.computeIfAbsent(name, any -> names.size());
    }

    /** Writes it, when all sites are in it. */
    void append(Json json) {
        json.strings("frames", frames.keySet()).array("libraryFrames");
        libraryFrames.forEach(frame -> json.value((long) frame));
        json.endArray().array("nodes");
        for (int[] node : nodes) {
            json.array().value(node[0]).value(node[1]).endArray();
        }
        json.endArray().strings("siteNames", names.keySet()).array("nodeSites");
        for (Integer name : nameOf) {
            json.value(name == null ? null : Long.valueOf(name));
        }
        json.endArray();
    }
}
