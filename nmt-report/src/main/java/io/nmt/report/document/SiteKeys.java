package io.nmt.report.document;

import io.nmt.core.model.Frame;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Matches the call sites of two recordings. */
final class SiteKeys {
    /**
     * So many of the application's frames, the innermost: how many there are of a deep stack depends on how many of the
     * JDK's are beside them.
     */
    private static final int MOST_FRAMES = 16;

    private SiteKeys() {}

    /** Category and call stack, whatever the lines. */
    static Object withoutLines(Site site) {
        return List.of(site.category(), site.methods());
    }

    /** The same without the JDK's frames; with them, if there are no others. */
    static Object ofApplication(Site site) {
        List<String> methods = new ArrayList<>();
        for (Frame frame : site.frames()) {
            if (!frame.jdk() && methods.size() < MOST_FRAMES) {
                methods.add(frame.className() + "." + frame.methodName());
            }
        }
        return methods.isEmpty() ? withoutLines(site) : List.of(site.category(), methods);
    }

    /** True if two recordings share a call site by the application's frames, but never by all frames. */
    static boolean jdkFramesDiffer(List<SiteUsage> before, List<SiteUsage> after) {
        Map<Object, Set<Object>> earlier = forms(before);
        Map<Object, Set<Object>> later = forms(after);
        for (Map.Entry<Object, Set<Object>> site : later.entrySet()) {
            Set<Object> others = earlier.get(site.getKey());
            if (others != null && Collections.disjoint(others, site.getValue())) {
                return true;
            }
        }
        return false;
    }

    private static Map<Object, Set<Object>> forms(List<SiteUsage> usages) {
        Map<Object, Set<Object>> forms = new HashMap<>();
        for (SiteUsage usage : usages) {
            forms.computeIfAbsent(ofApplication(usage.site()), any -> new HashSet<>())
                    .add(withoutLines(usage.site()));
        }
        return forms;
    }
}
