package io.nmt.it.truth;

import java.util.ArrayList;
import java.util.List;

/**
 * A row of the table.
 *
 * @param name of the situation in {@code Plants}
 * @param jvmOptions beside those of all rows
 * @param agentOptions beside those of all rows; empty, or with a comma before them
 * @param must the statements that each surface tells, by kind and subject
 * @param resident those that surfaces tell which tell where RSS is
 * @param limitMegabytes of the cgroup that it is in; 0 for none
 * @param may those that a surface may tell beside them: to ask again and again takes memory, too
 */
record Plant(
        String name,
        List<String> jvmOptions,
        String agentOptions,
        List<String> must,
        List<String> resident,
        long limitMegabytes,
        List<String> may) {
    private static final List<String> STEADY = List.of("HELD", "RETAINED", "RECLAIMABLE", "NORMAL");
    private static final String RSS = "GROWING RSS";
    /** Planted threads, by their name and the line that starts them. */
    static final String THREADS = "kept at Plants.thread";

    /** Planted class loaders, by their class and the line that makes them. */
    static final String LOADERS = "Plants$Copies at Plants.load";

    /** Planted hidden classes, by their name and the line that defines them. */
    static final String HIDDEN = "JvmMemoryProgram$Rule at Plants.compile";

    /** Those that these define. */
    static final String LAMBDAS = "JvmMemoryProgram$Rule$$Lambda at Plants.compile";

    private static final String CONTAINER = "GROWING Container memory";
    private static final String REST = "UNKNOWN rest of RSS growth";
    private static final String HEAP = "NORMAL Java Heap";

    /** All rows. */
    static List<Plant> all() {
        return List.of(
                plant("two-leaks", "LEAK Plants.buffer", "LEAK Plants.deflater"),
                plant("uncollected", "GROWING Plants.buffer"),
                plant("settled", "LEAK Plants.buffer").withAgent(",settle=1m"),
                plant("zips", "GROWING Plants.deflater").with("-Xmn8m", "-XX:MaxTenuringThreshold=0"),
                plant("nothing"),
                plant("cache", "HELD Plants.block"),
                plant("sawtooth"),
                plant("retained").withResident("RETAINED malloc retained"),
                plant("heap", "LEAK Plants.block"),
                plant("late", "LEAK Plants.block"),
                plant("pool", "LEAK Plants.pooled"),
                plant("page-cache"),
                plant("limit").with("-Xmn16m", "-XX:MaxDirectMemorySize=64m").withResident("LIMIT Direct Buffer"),
                // Right within a minute, when classes that commands use have just been loaded.
                plant("handles", "LEAK Plants$Handle")
                        .withPossible("UNKNOWN Metaspace with class space", "UNKNOWN JVM malloc"),
                plant("malloc", "LEAK com.github.luben.zstd.ZstdDictCompress", RSS)
                        .withResident("GROWING Native Libraries malloc"),
                plant("metaspace", "LEAK " + LOADERS, RSS),
                plant("strings", "GROWING Interned strings"),
                // The JVM drops the first code of a method when it has better code: what it has falls now and then.
                plant("code", "LEAK " + HIDDEN, "LEAK " + LAMBDAS)
                        .with("-XX:ReservedCodeCacheSize=128m")
                        .withPossible(
                                "GROWING Compiled code",
                                "GROWING Code Cache",
                                "GROWING Java Heap",
                                "GROWING JVM malloc"),
                plant("threads", "LEAK " + THREADS, RSS)
                        .withPossible(
                                "UNKNOWN Native Libraries malloc",
                                "UNKNOWN JVM malloc",
                                "UNKNOWN Unaccounted",
                                "UNKNOWN Unaccounted with JVM mappings"),
                plant("file", "GROWING Mapped Files", RSS),
                plant("tmpfs", CONTAINER).in(16_384).withResident("GROWING Files in memory (tmpfs, shared memory)"),
                plant("cache-at-limit").in(512).with("-Xmx128m").withResident("RECLAIMABLE Container memory"));
    }

    private static Plant plant(String name, String... must) {
        return new Plant(
                name, List.of("-Xmn16m"), "", List.of(must), List.of(), 0, List.of(RSS, REST, HEAP, "NORMAL RSS"));
    }

    private Plant with(String... options) {
        return new Plant(name, List.of(options), agentOptions, must, resident, limitMegabytes, may);
    }

    private Plant in(long megabytes) {
        return new Plant(name, jvmOptions, agentOptions, must, resident, megabytes, may);
    }

    private Plant withAgent(String options) {
        return new Plant(name, jvmOptions, options, must, resident, limitMegabytes, may);
    }

    /** Allows what is not known, as what the JVM has for thousands of threads without HotSpot's tracking. */
    private Plant withPossible(String... statements) {
        List<String> all = new ArrayList<>(may);
        all.addAll(List.of(statements));
        return new Plant(name, jvmOptions, agentOptions, must, resident, limitMegabytes, all);
    }

    private Plant withResident(String... statements) {
        return new Plant(name, jvmOptions, agentOptions, must, List.of(statements), limitMegabytes, may);
    }

    /** The faults of a surface's statements; empty if there is none. */
    List<String> wrong(List<Told> told) {
        return wrong(told, must, may);
    }

    /** The same of a surface that tells where RSS is, too: what does not grow is beside the point of most rows. */
    List<String> wrongOfResident(List<Told> told) {
        List<String> all = new ArrayList<>(must);
        all.addAll(resident);
        return wrong(
                told.stream()
                        .filter(each -> !STEADY.contains(each.kind()) || all.contains(each.name()))
                        .toList(),
                all,
                may);
    }

    private static List<String> wrong(List<Told> told, List<String> must, List<String> may) {
        List<String> missing = new ArrayList<>(must);
        List<String> wrong = new ArrayList<>();
        for (Told each : told) {
            if (!missing.remove(each.name()) && !may.contains(each.name()) && !each.isOfNothing()) {
                wrong.add("tells " + each.name());
            }
        }
        missing.forEach(name -> wrong.add("lacks " + name));
        return wrong;
    }
}
