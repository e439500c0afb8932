package io.nmt.it.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.NewDeflaters;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOneJdk;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first report of a process, which loads the classes that make it. */
class FirstSummaryIT {
    private static final Pattern COUNTED = Pattern.compile("(?m)^Zip +\\S+ [KMG]?B +(\\d+) ");
    private static final Pattern LISTED = Pattern.compile("not ended, the oldest first \\((\\d+)");
    private static final int TRIES = 30;

    /**
     * Categories and single blocks are of one moment, up to the microseconds between two reads: at times a deflater is
     * made just then, or the thread has to wait there, so one of some processes is enough. While classes were loaded in
     * between, some deflaters were made each time.
     */
    @OnOneJdk
    void isOfOneMoment(Jdk jdk) {
        List<String> differences = new ArrayList<>();
        while (differences.size() < TRIES) {
            try (Child child = ChildJvm.withoutC2(jdk).allowAttach().start(NewDeflaters.class)) {
                child.awaitLine("ready");
                String report = ChildJvm.runAgentJar(jdk, "summary", Long.toString(child.pid()))
                        .expectExit(0)
                        .out();
                String counted = number(COUNTED, report);
                String listed = number(LISTED, report);
                if (counted.equals(listed)) {
                    return;
                }
                differences.add(counted + " counted, " + listed + " listed");
            }
        }
        assertThat(differences).isEmpty();
    }

    private static String number(Pattern pattern, String report) {
        Matcher matcher = pattern.matcher(report);
        assertThat(matcher.find()).as(report).isTrue();
        return matcher.group(1);
    }
}
