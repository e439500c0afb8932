package io.nmt.junit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Prints at the end of a run which tests left most native memory behind; the launcher of JUnit finds it by itself. It
 * measures the tests with {@link NoNativeLeaks}, and with the configuration parameter {@value #PARAMETER}{@code =all}
 * all tests of all engines, without failing any; {@code off} prints nothing.
 */
public final class NativeMemoryReport implements TestExecutionListener {
    /** The configuration parameter: {@code annotated} (the default), {@code all} or {@code off}. */
    public static final String PARAMETER = "nmt.junit.report";

    private final Map<String, Measurement> running = new ConcurrentHashMap<>();
    private boolean measuresAll;
    private boolean off;

    /** For the launcher. */
    public NativeMemoryReport() {}

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        String wanted = plan.getConfigurationParameters().get(PARAMETER).orElse("annotated");
        off = wanted.equals("off");
        measuresAll = wanted.equals("all");
        if (measuresAll) {
            try {
                TrackedJvm.require();
                Measurement.requireEachSite();
            } catch (IllegalStateException e) {
                measuresAll = false;
                System.err.println("nmt: " + e.getMessage());
            }
        } else if (!off && !wanted.equals("annotated")) {
            System.err.println("nmt: " + PARAMETER + "=" + wanted + " is none of annotated, all, off");
        }
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.isTest()) {
            RunningTests.started(test.getUniqueId());
            if (measuresAll) {
                running.put(test.getUniqueId(), Measurement.begin(Measurement.threadNames()));
            }
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest()) {
            try (Measurement measurement = running.remove(test.getUniqueId())) {
                if (measurement != null && !Ledger.has(test.getUniqueId())) {
                    Ledger.add(test.getUniqueId(), name(test), measurement.leaks(Rules.ALL));
                }
            } finally {
                RunningTests.finished(test.getUniqueId());
            }
        }
    }

    private static String name(TestIdentifier test) {
        TestSource source = test.getSource().orElse(null);
        if (source instanceof MethodSource method) {
            String type = method.getClassName();
            return type.substring(type.lastIndexOf('.') + 1) + "." + test.getDisplayName();
        }
        return test.getDisplayName();
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        // Without the agent, no class of nmt-core is to be loaded.
        if (!off && TrackedJvm.isTracked()) {
            System.out.print(LedgerText.of(Ledger.take()));
        }
    }
}
