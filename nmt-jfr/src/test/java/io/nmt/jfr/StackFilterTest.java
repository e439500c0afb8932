package io.nmt.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The stacks of samples have none of our classes: the filter names all that can be in them. */
class StackFilterTest {
    private static final String SAMPLES = "io.nmt.core.internal.sites.Samples";

    @Test
    void everyClassBetweenAllocationAndSampleIsFiltered() {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.nmt.core", "io.nmt.jfr");
        Set<String> filtered = Set.of((String[]) classes.get(SampleEvent.class)
                .getAnnotationOfType("jdk.jfr.events.StackFilter")
                .get("value")
                .orElseThrow());

        Set<String> callers = new TreeSet<>();
        Set<JavaCodeUnit> seen = new HashSet<>();
        Deque<JavaCodeUnit> next = new ArrayDeque<>();
        next.addAll(named(classes.get(SAMPLES), "allocated"));
        next.addAll(named(classes.get(SAMPLES), "freed"));
        while (!next.isEmpty()) {
            JavaCodeUnit called = next.remove();
            if (seen.add(called)) {
                callers.add(nameInAgent(called.getOwner().getName()));
                for (JavaAccess<?> call : called.getAccessesToSelf()) {
                    next.add(call.getOrigin());
                }
            }
        }

        assertThat(callers).contains("io.nmt.core.LiveBlocks", "io.nmt.core.internal.hooks.Mappings");
        assertThat(filtered).containsAll(callers);
    }

    /** The agent's build gives the class that libraries call another name. */
    private static String nameInAgent(String name) {
        return name.equals("io.nmt.core.internal.libraries.LibraryDoor") ? "java.lang.NmtHooks" : name;
    }

    private static Set<JavaCodeUnit> named(JavaClass owner, String method) {
        Set<JavaCodeUnit> found = new HashSet<>();
        for (JavaCodeUnit unit : owner.getCodeUnits()) {
            if (unit.getName().equals(method)) {
                found.add(unit);
            }
        }
        assertThat(found).isNotEmpty();
        return found;
    }
}
