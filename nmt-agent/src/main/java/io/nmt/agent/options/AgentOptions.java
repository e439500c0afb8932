package io.nmt.agent.options;

import io.nmt.agent.instrument.HandleTable;
import io.nmt.agent.pressure.Pressure;
import io.nmt.agent.pressure.Thresholds;
import io.nmt.core.internal.rules.CategoryRule;
import io.nmt.core.model.Category;
import io.nmt.core.model.Scale;
import io.nmt.report.document.SafeText;
import java.util.ArrayList;
import java.util.List;

/**
 * The options of {@code -javaagent:nmt-agent.jar=key=value,key=value}.
 *
 * <p>Parsing runs in premain, where a regular expression or a lambda would cost more than all the rest of it.
 */
public final class AgentOptions {
    private static final String ALLOWED =
            "report, scale, jfr, peak, sample, depth, categories, category, wrappers, application, handles, pools, mdc,"
                    + " otel, pressure, pressure-file, pressure-record, termination-log, history, settle";
    private static final int MAX_DEPTH = 256;
    private static final long MAX_RECORD_SECONDS = 3600;
    private static final long LEAST_SETTLE_SECONDS = 60;
    private static final String PATTERNS = "package.* or package.Class, several with + between them";
    private static final String PACKAGES = "package or package.Class, several with ; or + between them";
    private static final String HANDLE = "[\\w$]+(\\.[\\w$]+)*#[\\w$]+";
    private static final String HANDLES = "package.Class#closingMethod, several with + between them";
    private static final String CONTEXT_KEYS = "keys of SLF4J's MDC, up to four, with + between them";
    private static final int MOST_CONTEXT_KEYS = 4;
    private static final String NOT_JDK = "a class that is not the JDK's";
    private static final String MOST_HANDLES = "180 classes";
    private static final String RULES = "package.*:Category or package.Class:Category, several with + between them";

    private String report;
    private Scale scale = Scale.B;
    private boolean jfr = true;
    private boolean exactPeaks;
    private long sampleBytes = 512 << 10;
    private int depth = 32;
    private boolean[] leftOut;
    private boolean samplesBuffers = true;
    private String pressure = Pressure.DEFAULT_THRESHOLD;
    private String pressureFile = Pressure.DEFAULT_FILE;
    private String terminationLog;
    private long pressureRecordSeconds;
    private boolean history = true;
    private long settleSeconds;
    private final List<CategoryRule> rules = new ArrayList<>();
    private final List<String> wrappers = new ArrayList<>();
    private final List<String> contextKeys = new ArrayList<>();
    private boolean readsSpans;
    private final List<String> application = new ArrayList<>();
    private final HandleTable handles = new HandleTable();

    private AgentOptions() {}

    /**
     * Reads options. Whether a file in them can be written, only the JVM that uses them can tell.
     *
     * @param arguments as after {@code -javaagent:nmt-agent.jar=}, or null
     * @return the options, with the defaults of those that are not there
     * @throws AgentException if something is wrong with them
     */
    public static AgentOptions parse(String arguments) throws AgentException {
        AgentOptions options = new AgentOptions();
        if (arguments == null || arguments.isBlank()) {
            return options;
        }
        int start = 0;
        while (start <= arguments.length()) {
            int comma = arguments.indexOf(',', start);
            int end = comma < 0 ? arguments.length() : comma;
            try {
                options.set(arguments.substring(start, end).trim());
            } catch (AgentException e) {
                throw new AgentException(SafeText.line(e.getMessage())); // an option may have anything in it
            }
            start = end + 1;
        }
        if (options.settleSeconds > 0 && !options.history) {
            throw new AgentException("the option settle needs history=on");
        }
        return options;
    }

    private void set(String option) throws AgentException {
        int equals = option.indexOf('=');
        if (equals < 0) {
            throw new AgentException("'" + option + "' is not an option (key=value); allowed: " + ALLOWED);
        }
        String key = option.substring(0, equals);
        String value = option.substring(equals + 1);
        switch (key) {
            case "report" -> report = notEmpty(key, value, "stdout, stderr or a file");
            case "scale" -> {
                scale = Scale.named(value);
                check(scale != null, key, value, "B, KB, MB, GB");
            }
            case "jfr" -> {
                check(value.equals("true") || value.equals("false"), key, value, "true, false");
                jfr = value.equals("true");
            }
            case "peak" -> {
                check(value.equals("fast") || value.equals("exact"), key, value, "fast, exact");
                exactPeaks = value.equals("exact");
            }
            case "sample" -> {
                sampleBytes = Scale.parse(value);
                check(sampleBytes >= 0, key, value, "bytes such as 512KB, 1 for every block, 0 for none");
            }
            case "depth" -> {
                long frames = Scale.parse(value);
                check(frames >= 1 && frames <= MAX_DEPTH, key, value, "1 to ".concat(Integer.toString(MAX_DEPTH)));
                depth = (int) frames;
            }
            case "categories" -> leftOut = CategorySelection.allBut(value);
            case "category" -> addRules(value);
            case "wrappers" -> wrappers.addAll(ClassPatterns.parse(key, value, PATTERNS));
            case "application" -> application.addAll(ClassPatterns.parse(key, value.replace(';', '+'), PACKAGES));
            case "handles" -> addHandles(value);
            case "pools" -> {
                check(value.equals("on") || value.equals("off"), key, value, "on, off");
                samplesBuffers = value.equals("on");
            }
            case "mdc" -> addContextKeys(value);
            case "otel" -> {
                check(value.equals("span") || value.equals("off"), key, value, "span, off");
                readsSpans = value.equals("span");
            }
            case "pressure" -> {
                check(value.equals(Pressure.OFF) || Thresholds.parse(value) != null, key, value, Thresholds.ALLOWED);
                pressure = value;
            }
            case "pressure-file" -> pressureFile = notEmpty(key, value, "a file; %p in it is the process's id");
            case "pressure-record" -> {
                pressureRecordSeconds = value.equals("off") ? 0 : Seconds.of(value, MAX_RECORD_SECONDS);
                check(pressureRecordSeconds >= 0, key, value, "1s to 1h, such as 30s or 5m; off");
            }
            case "termination-log" -> terminationLog = notEmpty(key, value, "a file, off");
            case "history" -> {
                check(value.equals("on") || value.equals("off"), key, value, "on, off");
                history = value.equals("on");
            }
            case "settle" -> {
                settleSeconds = value.equals("off") ? 0 : Seconds.of(value, Long.MAX_VALUE);
                check(
                        settleSeconds == 0 || settleSeconds >= LEAST_SETTLE_SECONDS,
                        key,
                        value,
                        "1m or more, such as 30m; off");
            }
            default -> throw new AgentException("unknown option '" + key + "'; allowed: " + ALLOWED);
        }
    }

    private void addContextKeys(String value) throws AgentException {
        for (String contextKey : value.split("\\+", -1)) {
            check(!contextKey.isEmpty(), "mdc", value, CONTEXT_KEYS);
            contextKeys.add(contextKey);
        }
        check(contextKeys.size() <= MOST_CONTEXT_KEYS, "mdc", value, CONTEXT_KEYS);
    }

    private void addHandles(String value) throws AgentException {
        for (String handle : value.split("\\+", -1)) {
            int hash = handle.indexOf('#');
            check(handle.matches(HANDLE), "handles", handle, HANDLES);
            check(!isOfJdk(handle), "handles", handle, NOT_JDK);
            check(handles.add(handle.substring(0, hash), handle.substring(hash + 1)), "handles", handle, MOST_HANDLES);
        }
    }

    private static boolean isOfJdk(String className) {
        return className.startsWith("java.") || className.startsWith("jdk.") || className.startsWith("sun.");
    }

    private void addRules(String value) throws AgentException {
        int start = 0;
        while (start <= value.length()) {
            int plus = value.indexOf('+', start);
            int end = plus < 0 ? value.length() : plus;
            rules.add(rule(value.substring(start, end)));
            start = end + 1;
        }
    }

    private static CategoryRule rule(String rule) throws AgentException {
        int colon = rule.indexOf(':');
        String name = rule.substring(colon + 1).trim();
        check(colon > 0 && !name.isBlank(), "category", rule, RULES);
        Category category = Category.of(name);
        try {
            return new CategoryRule(rule.substring(0, colon), category);
        } catch (IllegalArgumentException e) {
            throw AgentException.wrongValue("category", rule, RULES);
        }
    }

    private static String notEmpty(String key, String value, String allowed) throws AgentException {
        check(!value.isEmpty(), key, value, allowed);
        return value;
    }

    private static void check(boolean right, String key, String value, String allowed) throws AgentException {
        if (!right) {
            throw AgentException.wrongValue(key, value, allowed);
        }
    }

    /** {@code stdout}, {@code stderr} or a file; null for no report. */
    public String report() {
        return report;
    }

    public Scale scale() {
        return scale;
    }

    public boolean jfr() {
        return jfr;
    }

    public boolean exactPeaks() {
        return exactPeaks;
    }

    /** On average between two allocations whose call site is noted; 1 for every one, 0 for none. */
    public long sampleBytes() {
        return sampleBytes;
    }

    /** Frames kept of a call site. */
    public int depth() {
        return depth;
    }

    /** By category id, whether its blocks are left out; null to track all. */
    public boolean[] leftOut() {
        return leftOut;
    }

    /** True if buffers of pools are sampled. */
    public boolean samplesBuffers() {
        return samplesBuffers;
    }

    /** Keys of SLF4J's MDC whose values are names of scopes. */
    public List<String> contextKeys() {
        return contextKeys;
    }

    /** True if OpenTelemetry's current span names a scope. */
    public boolean readsSpans() {
        return readsSpans;
    }

    /** From when on there is a report of memory pressure: {@link Thresholds}, or {@link Pressure#OFF}. */
    public String pressure() {
        return pressure;
    }

    /** For that report; {@code %p} is the process's id. */
    public String pressureFile() {
        return pressureFile;
    }

    /** For a few lines on memory pressure that Kubernetes shows: a file that is there, {@code off}, or null. */
    public String terminationLog() {
        return terminationLog;
    }

    /** Seconds of recording after a threshold; 0 for none. */
    public long pressureRecordSeconds() {
        return pressureRecordSeconds;
    }

    /** True if memory in use is read every ten seconds. */
    public boolean history() {
        return history;
    }

    /** The seconds between full collections that settle what may be garbage; 0 if none does. */
    public long settleSeconds() {
        return settleSeconds;
    }

    /** Rules that give the allocations of classes a category of their own. */
    public List<CategoryRule> rules() {
        return rules;
    }

    /** Classes that own native memory until they are closed: known ones, and those that the user names. */
    public HandleTable handles() {
        return handles;
    }

    /** Classes that only hand memory on, besides the known ones. */
    public List<String> wrappers() {
        return wrappers;
    }

    /** Packages and classes that call sites are named after; none for all but known libraries. */
    public List<String> application() {
        return application;
    }
}
