package io.nmt.agent;

import io.nmt.agent.commands.CommandServer;
import io.nmt.agent.history.HistoryRecorder;
import io.nmt.agent.instrument.HookInstaller;
import io.nmt.agent.instrument.HookTable;
import io.nmt.agent.instrument.KnownVersions;
import io.nmt.agent.instrument.OtherAgents;
import io.nmt.agent.instrument.SelfTest;
import io.nmt.agent.jmx.Registration;
import io.nmt.agent.options.AgentException;
import io.nmt.agent.options.AgentOptions;
import io.nmt.agent.pressure.Pressure;
import io.nmt.channel.AgentStatus;
import io.nmt.channel.JdkClasses;
import io.nmt.core.internal.hooks.HookClasses;
import io.nmt.core.internal.hooks.ManagementUse;
import io.nmt.core.internal.hooks.UnsafeHooks;
import io.nmt.core.internal.hooks.ZipHooks;
import io.nmt.core.internal.jdk.JdkInternals;
import io.nmt.core.internal.rules.CategoryRules;
import io.nmt.core.internal.sites.ApplicationCode;
import io.nmt.core.internal.sites.Wrappers;
import io.nmt.core.internal.tracker.SecurityRefusal;
import io.nmt.core.internal.tracker.TrackedPart;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.model.Category;
import io.nmt.core.model.NotTracked;
import io.nmt.report.document.Amounts;
import io.nmt.report.document.SafeText;
import io.nmt.report.past.History;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;

/** Starts tracking in this JVM. */
final class Agent {
    private static final String SERVER_FACTORY = "javax.management.MBeanServerFactory";

    private static final String LOST_CLASS = "Could not initialize class "; // HotSpot's words

    private static final long ROOM_MILLIS = 5_000;
    private static final long LEAST_HEAP_BYTES = 9L << 19; // 4.5 MB: of 5 MB, Serial has that much

    private static boolean tracks; // guarded by the class

    private Agent() {}

    /**
     * Installs hooks, JFR events and the report at exit. If any of it is not possible, says so in one line on stderr
     * and leaves the JVM as it was. If the agent is there already, does nothing, and says which options are not used.
     *
     * @param arguments as {@link StartArguments} reads them, or null
     * @param instrumentation of this JVM
     * @param attached whether the application runs already
     */
    static synchronized void start(String arguments, Instrumentation instrumentation, boolean attached) {
        try {
            startOnce(arguments, instrumentation, attached);
        } catch (SecurityException e) {
            if (!tracks) {
                throw e;
            }
            SecurityRefusal.tellCommands();
        } finally {
            if (!attached) {
                Premain.endsUnder(Agent.class);
            }
        }
    }

    private static void startOnce(String arguments, Instrumentation instrumentation, boolean attached) {
        StartArguments start = StartArguments.of(arguments, attached);
        if (track(start.options(), instrumentation, attached)) {
            if (attached) {
                System.setProperty(AgentStatus.OPTIONS, start.options());
            }
        } else if (start.hasOwnOptions()) {
            System.err.println(
                    "nmt: the agent is active already; these options are not used: " + SafeText.name(start.options()));
        }
        if (start.listens() && AgentStatus.ACTIVE.equals(System.getProperty(AgentStatus.PROPERTY))) {
            listen();
        }
    }

    /**
     * Starts the server of commands; where that fails, the process is tracked all the same, and the command says it.
     */
    private static void listen() {
        try {
            CommandServer.start();
        } catch (RuntimeException | LinkageError e) {
            boolean isLost = String.valueOf(e.getMessage()).startsWith(LOST_CLASS);
            System.setProperty(
                    AgentStatus.NOT_LISTENING,
                    // Maybe no class of the jar can be loaded any more: none that makes the text safe. Commands do.
                    (isLost ? "its Java heap was full (" : "its agent's jar was written over since it was loaded (") + e
                            + "). It is tracked all the same. Restart it to have commands");
        }
    }

    /** Returns false if it was there already: then nothing has changed. */
    private static boolean track(String arguments, Instrumentation instrumentation, boolean attached) {
        try {
            checkHeap();
            boolean isFirst = !AgentStatus.ACTIVE.equals(System.getProperty(AgentStatus.PROPERTY));
            if (attached && isFirst && !JdkClasses.initialize(ROOM_MILLIS)) {
                throw new AgentException("its Java heap is full, or no file descriptor is free. Ask again");
            }
            // First of all: the tracker's classes must not be loaded by anybody but the boot loader.
            BootClasses.define(instrumentation, attached);
            if (attached && !UnsafeHooks.installed()) {
                Premain.awaitUnder(Agent.class);
            }
            if (UnsafeHooks.installed()) {
                return false;
            }
            ZipHooks.startsAgent(Thread.currentThread());
            try {
                track(AgentOptions.parse(arguments), instrumentation, attached);
            } finally {
                ZipHooks.startsAgent(null);
            }
        } catch (AgentException e) {
            if (AgentStatus.ACTIVE.equals(System.getProperty(AgentStatus.PROPERTY))) {
                System.setProperty(AgentStatus.NOT_LISTENING, e.getMessage() + ". It is tracked all the same");
            } else {
                System.setProperty(AgentStatus.PROPERTY, e.getMessage());
                System.err.println("nmt: " + e.getMessage() + "; native memory is not tracked");
            }
        }
        return true;
    }

    /** Refuses a Java heap that the start itself would fill; the JVM would then print lines that are not ours. */
    private static void checkHeap() throws AgentException {
        long bytes = Runtime.getRuntime().maxMemory();
        if (bytes < LEAST_HEAP_BYTES) {
            throw new AgentException("a Java heap of " + Amounts.format(bytes) + " is too small for it");
        }
    }

    private static void track(AgentOptions options, Instrumentation instrumentation, boolean attached)
            throws AgentException {
        OtherAgents.read(ownJarName(), attached);
        ExitReport report = options.report() == null ? null : new ExitReport(options.report(), options.scale());
        KnownVersions.use(BootClasses.knownVersions(), BootClasses.forHooks());
        HookInstaller hooks = new HookInstaller(
                instrumentation,
                options.leftOut(),
                options.samplesBuffers(),
                options.contextKeys(),
                options.readsSpans(),
                options.handles(),
                BootClasses.forLibraries());
        try {
            long earlierBytes = JdkInternals.access().directMemoryUsed();
            long earlierBuffers = JdkInternals.access().directBuffers();
            Completion completion = install(hooks, options, attached);
            if (attached) {
                TrackedPart.beginsLate(JvmAge.nanos());
            } else {
                OtherAgents.tellWhatTheyHad(earlierBytes, earlierBuffers);
                TrackedPart.fromStart();
            }
            boolean jfr =
                    options.jfr() && ModuleLayer.boot().findModule("jdk.jfr").isPresent();
            completion.begin(jfr, attached);
            if (report != null) {
                report.register();
            }
            if (attached || ManagementUse.mayHaveBeenMade()) {
                registerBean(instrumentation);
            }
            if (!options.pressure().equals(Pressure.OFF)) {
                Pressure.start(
                        options.pressure(),
                        options.pressureFile(),
                        options.terminationLog(),
                        jfr,
                        options.pressureRecordSeconds());
            }
            if (options.pressureRecordSeconds() > 0) {
                Pressure.sayIfNothingIsRecorded(options.pressure(), options.jfr(), jfr);
            }
            if (options.history()) {
                HistoryRecorder.begin(attached, options.settleSeconds());
            } else {
                History.ofProcess().turnOff();
            }
            System.setProperty(AgentStatus.PROPERTY, AgentStatus.ACTIVE);
            JarMark.set();
            tracks = true;
        } catch (RuntimeException | Error e) {
            hooks.uninstall();
            throw e;
        }
    }

    private static String ownJarName() {
        try {
            return BootClasses.ownJar().getName();
        } catch (URISyntaxException e) {
            return "";
        }
    }

    private static Completion install(HookInstaller hooks, AgentOptions options, boolean attached)
            throws AgentException {
        if (options.leftOut() != null) {
            UnsafeHooks.leaveOut(options.leftOut());
        }
        if (!options.rules().isEmpty()) {
            CategoryRules.use(options.rules());
        }
        if (!options.wrappers().isEmpty()) {
            Wrappers.add(options.wrappers());
        }
        ApplicationCode.setPackages(options.application());
        if (options.exactPeaks()) {
            Tracker.makePeaksExact();
        }
        if (options.sampleBytes() > 0) {
            Tracker.sampleCallSites(options.sampleBytes(), options.depth());
        }
        HookClasses.initialise();
        String problem = hooks.install();
        if (problem == null) {
            problem = SelfTest.run();
        }
        if (problem != null) {
            hooks.uninstall();
            throw new AgentException(
                    hooks.refusesUnsafe()
                            ? problem
                            : "this JVM (" + System.getProperty("java.vm.name") + " "
                                    + System.getProperty("java.runtime.version") + ") is not supported: " + problem);
        }
        if (options.leftOut() != null) {
            sayWhatIsLeftOut(options.leftOut());
        }
        hooks.installInLoadedLibraries(attached);
        UnsafeHooks.markInstalled();
        Completion completion = new Completion(hooks);
        completion.prepare();
        return completion;
    }

    private static void sayWhatIsLeftOut(boolean[] byId) {
        for (Category category : HookTable.categories()) {
            if (byId[category.id()]) {
                TrackedPart.lacks(NotTracked.leftOut(category.name()));
            }
        }
    }

    /** The hook for the platform's MBean server comes too late where that is there already. */
    private static void registerBean(Instrumentation instrumentation) {
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (type.getName().equals(SERVER_FACTORY)) {
                Registration.registerIfServerIsThere();
                return;
            }
        }
    }
}
