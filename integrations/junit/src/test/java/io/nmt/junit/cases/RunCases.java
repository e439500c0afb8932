package io.nmt.junit.cases;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs test classes with JUnit's launcher and prints what became of each test. Arguments: names of classes, and
 * configuration parameters, {@code key=value}.
 */
public final class RunCases {
    private RunCases() {}

    /**
     * Runs them.
     *
     * @param arguments classes and parameters
     */
    public static void main(String[] arguments) {
        LauncherDiscoveryRequestBuilder request =
                LauncherDiscoveryRequestBuilder.request().filters(ClassNameFilter.includeClassNamePatterns(".*"));
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (equals < 0) {
                request.selectors(selectClass(argument));
            } else {
                request.configurationParameter(argument.substring(0, equals), argument.substring(equals + 1));
            }
        }
        LauncherDiscoveryRequest built = request.build();
        List<String> outcomes = new ArrayList<>();
        LauncherFactory.create().execute(built, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest() || result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
                    synchronized (outcomes) {
                        outcomes.add(outcome(test, result));
                    }
                }
            }
        });
        outcomes.stream().sorted().forEach(System.out::print);
        System.exit(0); // whatever threads there are
    }

    private static String outcome(TestIdentifier test, TestExecutionResult result) {
        StringBuilder text = new StringBuilder();
        text.append("== ")
                .append(test.getDisplayName())
                .append(' ')
                .append(result.getStatus())
                .append('\n');
        result.getThrowable().ifPresent(thrown -> append(text, thrown, ""));
        return text.toString();
    }

    private static void append(StringBuilder text, Throwable thrown, String prefix) {
        text.append(prefix).append(thrown).append('\n');
        if (thrown.getStackTrace().length > 0) {
            text.append("first frame: ").append(thrown.getStackTrace()[0]).append('\n');
        }
        for (Throwable suppressed : thrown.getSuppressed()) {
            append(text, suppressed, "Suppressed: ");
        }
    }
}
