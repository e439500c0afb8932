package io.nmt.agent.golden;

import static io.nmt.agent.golden.Fixed.MB;
import static io.nmt.agent.golden.Fixed.MINUTE;
import static io.nmt.agent.golden.Fixed.SECOND;
import static io.nmt.agent.golden.Fixed.handles;
import static io.nmt.agent.golden.Fixed.site;

import io.nmt.core.model.FreedBy;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.LoaderKeeper;
import io.nmt.core.model.LoaderKeeper.How;
import io.nmt.core.model.MadeLoaders;
import io.nmt.core.model.Site;
import io.nmt.report.model.GrownEarlier;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.LoaderStats;
import io.nmt.report.model.LoaderStats.OfClass;
import io.nmt.report.model.MadeReading;
import io.nmt.report.model.ThreadReading;
import java.util.List;
import java.util.Map;

/** Class loaders of a process, by the line of code that made them. */
public final class Loaders {
    private static final String PLUGINS = "com.acme.PluginLoader";
    private static final String SCRIPTS = "groovy.lang.GroovyClassLoader$InnerLoader";
    private static final String APPLICATION = "jdk.internal.loader.ClassLoaders$AppClassLoader";

    private Loaders() {}

    private static HandleSite line(int id, String call, long open, long perMinute, long forNanos) {
        return line(id, call, open, 0, perMinute, forNanos);
    }

    private static HandleSite line(int id, String call, long open, long error, long perMinute, long forNanos) {
        Site site = site(id, "Class Loaders", FreedBy.UNKNOWN, call);
        return handles(site, open, error, 0, perMinute, perMinute / 20, forNanos);
    }

    /** Loaders that survive, young ones of scripts, some that threads keep, and loaders of before. */
    public static LoaderReading leaking() {
        HandleSite load = line(401, "Plugins.load:12", 1_200, 300, 4 * MINUTE);
        HandleSite eval = line(402, "Rules.eval:44", 300, 15, 600, 20 * SECOND);
        HandleSite job = line(403, "Jobs.deploy:7", 60, 12, 5 * MINUTE);
        HandleSite parts = line(404, "Main.parts:20", 4, 0, 0);
        HandleSite rule = line(405, "Rules.compile:71", 3_000, 700, 4 * MINUTE);
        return new LoaderReading(
                List.of(
                        new MadeLoaders(
                                PLUGINS,
                                APPLICATION,
                                1_200,
                                700,
                                new LoaderKeeper(How.DRIVER, 1_150, "org.h2.Driver"),
                                load),
                        new MadeLoaders(
                                SCRIPTS, APPLICATION, 300, 0, new LoaderKeeper(How.THREAD_LOCAL, 1, "http-N"), eval),
                        new MadeLoaders(
                                "com.acme.JobLoader",
                                APPLICATION,
                                60,
                                30,
                                new LoaderKeeper(How.CONTEXT, 58, "job-N"),
                                job),
                        new MadeLoaders("java.net.URLClassLoader", "", 4, -1, null, parts),
                        new MadeLoaders(MadeLoaders.hidden("com.acme.Rule"), APPLICATION, 3_000, 1_800, null, rule)),
                new LoaderStats(
                        0,
                        Map.of(
                                "<boot class loader>",
                                new OfClass(1, 4_000, 210, 30 * MB, 29 * MB),
                                APPLICATION,
                                new OfClass(1, 6_000, 3_320, 50 * MB, 48 * MB),
                                PLUGINS,
                                new OfClass(1_200, 14_400, 0, 75 * MB, 28 * MB),
                                SCRIPTS,
                                new OfClass(310, 310, 12, 2 * MB, MB),
                                "com.acme.JobLoader",
                                new OfClass(60, 600, 0, 6 * MB, 5 * MB)),
                        new OfClass(3_320, 0, 3_320, 10 * MB, 7 * MB),
                        Map.of()));
    }

    /** Loaders that survived, three minutes after the last, and scripts that may be garbage. */
    public static MadeReading stopped() {
        LoaderReading scripts = new LoaderReading(
                List.of(new MadeLoaders(
                        SCRIPTS, APPLICATION, 300, -1, null, line(402, "Rules.eval:44", 300, 15, 75, 4 * MINUTE))),
                null);
        return new MadeReading(
                ThreadReading.NONE,
                new LoaderReading(
                        List.of(
                                new MadeLoaders(
                                        PLUGINS,
                                        APPLICATION,
                                        1_200,
                                        -1,
                                        new LoaderKeeper(How.DRIVER, 1_150, "org.h2.Driver"),
                                        line(401, "Plugins.load:12", 1_200, 0, 0)),
                                new MadeLoaders(
                                        SCRIPTS,
                                        APPLICATION,
                                        300,
                                        -1,
                                        null,
                                        line(402, "Rules.eval:44", 300, 15, 0, 0))),
                        leaking().stats()),
                null,
                Fixed.NOW.toEpochMilli(),
                List.of(
                        new GrownEarlier(ThreadReading.NONE, leaking(), List.of(), Fixed.millisAgo(3 * MINUTE)),
                        new GrownEarlier(ThreadReading.NONE, scripts, List.of(), Fixed.millisAgo(MINUTE / 6))));
    }

    /** One whose metaspace was never read. */
    public static LoaderReading quiet() {
        HandleSite parts = line(404, "Main.parts:20", 4, 0, 0);
        return new LoaderReading(
                List.of(new MadeLoaders("java.net.URLClassLoader", APPLICATION, 4, -1, null, parts)), null);
    }
}
