package io.nmt.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import io.nmt.testkit.OnEveryJdk;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Whatever in a JDK takes, gives back or maps native memory is in the {@link HookTable}, or has a reason not to be. A
 * new JDK thus tells what it added. And what is in the table is in the JDK.
 */
@EnabledOnOs(OS.LINUX) // the table has the classes of Linux
class HookAuditTest {
    // There may be rows for libraries, too.
    private static final String WINDOWS_DISPATCHER = "sun/nio/ch/FileDispatcherImpl";
    private static final Pattern OF_JDK = Pattern.compile("java/|javax/|jdk/|sun/");

    private static final String WHAT_TO_DO_ABOUT_LIBRARIES =
            "For a new one, look which native methods do, add them to HookTable, and add the library to Exclusions.";

    @OnEveryJdk
    void everyUseOfNativeMemoryIsHookedOrExcluded(Jdk jdk) {
        assertThat(JdkClasses.of(jdk).uses())
                .as(
                        "Uses of native memory in %s that nmt does not see. For each, add a row to HookTable"
                                + " that counts the"
                                + " blocks or gives them their category; or, if there is a reason not to, a"
                                + " line with it to"
                                + " Exclusions.",
                        jdk)
                .filteredOn(use -> !isHooked(use, jdk))
                .filteredOn(use -> Exclusions.LIST.stream().noneMatch(exclusion -> exclusion.appliesTo(use)))
                .isEmpty();
    }

    private static boolean isHooked(NativeMemoryUse use, Jdk jdk) {
        return rowsFor(jdk).stream().anyMatch(row -> covers(row, use));
    }

    private static boolean covers(Hook row, NativeMemoryUse use) {
        return switch (use.what()) {
            case ALLOCATES, MAPS ->
                row.className().equals(use.className()) && row.appliesToMethod(use.name(), use.descriptor());
            case LINKS -> row.className().equals(use.className());
            // A class that is hooked where it takes memory gives back its own, often by a nested class.
            case REALLOCATES, FREES, ZIPS ->
                NativeMemoryUse.outermost(row.className()).equals(NativeMemoryUse.outermost(use.className()));
        };
    }

    private static List<Hook> rowsFor(Jdk jdk) {
        return HookTable.rows().stream()
                .filter(row -> row.appliesTo(jdk.feature()))
                .toList();
    }

    @OnEveryJdk
    void everyRowFindsItsMethod(Jdk jdk) {
        assertThat(rowsFor(jdk))
                .filteredOn(row -> OF_JDK.matcher(row.className()).lookingAt())
                // This system's JDK has a class of that name, too, without the natives.
                .filteredOn(row -> !row.className().equals(WINDOWS_DISPATCHER))
                .as(
                        "Rows of HookTable that find nothing in %s. Say in each how far it goes (lastJdk), and"
                                + " look for what"
                                + " the JDK has instead.",
                        jdk)
                .filteredOn(row -> !findsItsMethod(row, jdk))
                .isEmpty();
    }

    private static boolean findsItsMethod(Hook row, Jdk jdk) {
        byte[] bytes = JdkClasses.of(jdk).hooked().get(row.className());
        return bytes != null && HookingVisitor.hook(bytes, List.of(row)).missing() == null;
    }

    @Test
    void everyExclusionIsNeeded() {
        List<Jdk> jdks = Jdks.all().toList();
        assumeTrue(
                jdks.stream().map(Jdk::feature).toList().containsAll(List.of(17, 21, 25)),
                "some are there for one of these JDKs alone");
        assertThat(Exclusions.LIST)
                .as("Lines of Exclusions for what no JDK has, or what is hooked. Take them out.")
                .filteredOn(exclusion -> jdks.stream().noneMatch(jdk -> isNeeded(exclusion, jdk)))
                .isEmpty();
    }

    private static boolean isNeeded(Exclusion exclusion, Jdk jdk) {
        return JdkClasses.of(jdk).uses().stream().anyMatch(use -> exclusion.appliesTo(use) && !isHooked(use, jdk));
    }

    @OnEveryJdk
    void everyLibraryThatMapsIsKnown(Jdk jdk) {
        assertThat(NativeLibraries.thatMap(jdk))
                .as("Native libraries of %s that map memory. %s", jdk, WHAT_TO_DO_ABOUT_LIBRARIES)
                .isNotEmpty()
                .isSubsetOf(Exclusions.MAPPING.keySet());
    }

    @OnEveryJdk
    void everyLibraryThatZipsIsKnown(Jdk jdk) {
        assertThat(NativeLibraries.thatZip(jdk))
                .as("Native libraries of %s that open streams of zlib. %s", jdk, WHAT_TO_DO_ABOUT_LIBRARIES)
                .isNotEmpty()
                .isSubsetOf(Exclusions.ZIPPING.keySet());
    }
}
