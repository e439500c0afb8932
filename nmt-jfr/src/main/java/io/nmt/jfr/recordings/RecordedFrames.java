package io.nmt.jfr.recordings;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.Site;
import java.util.ArrayList;
import java.util.List;

/** Reads call sites as the events and JSON have them: frames as text. */
public final class RecordedFrames {
    /** The separator of two frames. */
    public static final String BETWEEN_FRAMES = "; ";

    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    private RecordedFrames() {}

    /** Reads the site of an event. */
    static Site site(EventData event, String category) {
        return site(event, category, freedBy(event.hasField("freedBy") ? event.getString("freedBy") : null));
    }

    /** The same of buffers, which the program alone gives back. */
    static Site siteOfBuffers(EventData event, String category) {
        return site(event, category, FreedBy.PROGRAM);
    }

    private static Site site(EventData event, String category, FreedBy freedBy) {
        return site(
                category,
                event.getString("topFrame"),
                event.hasField("libraryFrame") ? event.getString("libraryFrame") : null,
                event.getString("stack"),
                event.hasField("pool") && event.getBoolean("pool"),
                freedBy);
    }

    /** A site that is no pool's, by its application's frame alone. */
    static Site site(String category, String topFrame, String stack) {
        return site(category, topFrame, null, stack, false);
    }

    /** Reads the line of an event on objects that it made. */
    static HandleSite made(EventData event, String category) {
        return HandleSite.recorded(
                site(event, category),
                event.getLong("siteLive"),
                event.getLong("siteStandardError"),
                0,
                event.getDuration("siteOldestAge").toNanos(),
                event.getLong("siteGrowth"),
                event.getLong("siteGrowthError"),
                event.getDuration("siteGrowingFor").toNanos());
    }

    /** Older agents do not tell. */
    private static FreedBy freedBy(String label) {
        for (FreedBy each : FreedBy.values()) {
            if (each.label().equals(label)) {
                return each;
            }
        }
        return FreedBy.UNKNOWN;
    }

    /**
     * A site.
     *
     * @param category of its blocks
     * @param topFrame that names it
     * @param libraryFrame that it led to; null if there is none
     * @param stack the frames, the innermost first, with {@code "; "} between them
     * @param pool whether its blocks are chunks of a pool
     * @return the site, without its number
     */
    public static Site site(String category, String topFrame, String libraryFrame, String stack, boolean pool) {
        return site(category, topFrame, libraryFrame, stack, pool, FreedBy.UNKNOWN);
    }

    private static Site site(
            String category, String topFrame, String libraryFrame, String stack, boolean pool, FreedBy freedBy) {
        List<Frame> frames = new ArrayList<>();
        int cutAfter = 0;
        for (String frame : stack.split(BETWEEN_FRAMES)) {
            if (isFrame(frame)) {
                frames.add(parse(frame));
            } else {
                cutAfter = frames.size();
            }
        }
        return new Site(
                0,
                category,
                frames,
                isFrame(topFrame) ? parse(topFrame) : null,
                pool,
                freedBy,
                libraryFrame == null ? null : parse(libraryFrame),
                cutAfter);
    }

    /** Not what further sites are counted under, and not the mark of calls that are left out. */
    private static boolean isFrame(String text) {
        return !text.startsWith("(");
    }

    /** From {@code com.acme.Codec.encode(Codec.java:12)}. */
    private static Frame parse(String text) {
        int source = text.indexOf('(');
        String method = source < 0 ? text : text.substring(0, source);
        String file = source < 0 || !text.endsWith(")") ? "" : text.substring(source + 1, text.length() - 1);
        int dot = method.lastIndexOf('.');
        String className = dot < 0 ? "" : method.substring(0, dot);
        int colon = file.lastIndexOf(':');
        return new Frame(
                className,
                method.substring(dot + 1),
                file.isEmpty() || file.contains(" ") ? null : colon < 0 ? file : file.substring(0, colon),
                colon < 0 ? lineWithoutFile(file) : number(file.substring(colon + 1)),
                isOfJdk(className));
    }

    private static int lineWithoutFile(String file) {
        return file.equals("Native Method") ? Frame.NATIVE : number(file.replaceFirst("^line ", ""));
    }

    private static int number(String text) {
        return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
    }

    /** By its name: an event does not have the module. */
    static boolean isOfJdk(String className) {
        return JDK.stream().anyMatch(className::startsWith);
    }
}
