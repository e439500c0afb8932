package io.nmt.report.reading.sources;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Figures that the JVM's memory from malloc scales with, beside its classes, code and threads.
 *
 * @param feature the version of the JDK; 0 if unknown
 * @param collector the garbage collector
 * @param collectorThreads its threads that work in parallel; 0 if unknown
 * @param recorder whether JFR was started
 * @param loaders class loaders that were seen to be made and were not collected
 * @param strings interned ones, as they were last counted; 0 if they were not
 */
public record JvmScale(
        int feature, Collector collector, int collectorThreads, boolean recorder, long loaders, long strings) {
    /** A JVM that does not tell. */
    public static final JvmScale NONE = new JvmScale(0, Collector.OTHER, 0, false, 0, 0);

    private static final Pattern VERSION = Pattern.compile("(?m)^# JRE version:.*?\\((\\d+)");
    private static final Pattern VM = Pattern.compile("(?m)^# Java VM:.*?, (\\w+) gc,");
    private static final Pattern WORKERS = Pattern.compile("(?m)^ (?:Parallel|GC) Workers(?: Max)?: (\\d+)");
    private static final Pattern REGIONS = Pattern.compile("(?m)^ Heap Region Size: (\\d+[KMG])");
    private static final Pattern RECORDING = Pattern.compile("(?m)^jvm_args:.*-XX:StartFlightRecording");

    /** A garbage collector of HotSpot. */
    public enum Collector {
        SERIAL,
        PARALLEL,
        G1,
        Z,
        OTHER;

        /**
         * A collector by its name in recordings.
         *
         * @param name such as {@code G1} or {@code ZGC}
         * @return {@link #OTHER} if it is none of these
         */
        public static Collector of(String name) {
            return switch (name) {
                case "Serial" -> SERIAL;
                case "Parallel" -> PARALLEL;
                case "G1" -> G1;
                case "ZGC" -> Z;
                default -> OTHER;
            };
        }
    }

    /**
     * Reads what {@code VM.info} says.
     *
     * @param vmInfo of a JVM; may be empty
     * @param loaders class loaders that were seen to be made
     */
    public static JvmScale parse(String vmInfo, long loaders) {
        Matcher vm = VM.matcher(vmInfo);
        return new JvmScale(
                first(VERSION, vmInfo),
                vm.find() ? collector(vm.group(1)) : Collector.OTHER,
                first(WORKERS, vmInfo),
                RECORDING.matcher(vmInfo).find(),
                loaders,
                0);
    }

    /**
     * The collector as a report names it.
     *
     * @param vmInfo of {@code VM.info}
     * @return for example {@code g1, 2 threads, regions of 4M}; empty if unknown
     */
    public static String collectorText(String vmInfo) {
        Matcher vm = VM.matcher(vmInfo);
        Matcher regions = REGIONS.matcher(vmInfo);
        int threads = first(WORKERS, vmInfo);
        return (vm.find() ? vm.group(1) : "")
                + (threads == 0 ? "" : threads == 1 ? ", 1 thread" : ", " + threads + " threads")
                + (regions.find() ? ", regions of " + regions.group(1) : "");
    }

    /**
     * The same of this process, which tells whether JFR was started later.
     *
     * @param vmInfo of this process
     * @param loaders as above
     * @param strings interned ones, as they were last counted
     */
    public static JvmScale ofThis(String vmInfo, long loaders, long strings) {
        JvmScale told = parse(vmInfo, loaders);
        return new JvmScale(
                told.feature,
                told.collector,
                told.collectorThreads,
                told.recorder || isRecorderStarted(),
                loaders,
                strings);
    }

    private static Collector collector(String name) {
        return switch (name) {
            case "serial" -> Collector.SERIAL;
            case "parallel" -> Collector.PARALLEL;
            case "g1" -> Collector.G1;
            case "z" -> Collector.Z;
            default -> Collector.OTHER;
        };
    }

    private static int first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    /** By reflection: runtimes need no module jdk.jfr. */
    private static boolean isRecorderStarted() {
        try {
            Class<?> recorder = Class.forName("jdk.jfr.FlightRecorder");
            return (boolean) recorder.getMethod("isInitialized").invoke(null);
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            return false;
        }
    }
}
