package io.nmt.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.nmt.core.threads.DetachedThread;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/**
 * The arrows between modules and packages. Code inside hooks depends on java.base alone, users on four packages, and
 * arrows between modules run one way.
 */
@AnalyzeClasses(packages = "io.nmt", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    // The packages of nmt-core and nmt-report that an application or a library uses.
    private static final Set<String> API = Set.of(
            "io.nmt.core",
            "io.nmt.core.model",
            "io.nmt.report.document",
            "io.nmt.report.model",
            "io.nmt.report.render");

    /** The packages of the modules that are in the agent's jar. */
    static final String[] OURS = {
        "io.nmt.core..", "io.nmt.report..", "io.nmt.channel..", "io.nmt.jfr..", "io.nmt.cli..", "io.nmt.agent.."
    };

    private static final String[] HOOKS = {
        "io.nmt.core.internal.hooks..", "io.nmt.core.internal.linker..", "io.nmt.core.internal.libraries.."
    };

    private static final String[] INSIDE_HOOKS = {
        "io.nmt.core.internal.handles..",
        "io.nmt.core.internal.hooks..",
        "io.nmt.core.internal.jdk..",
        "io.nmt.core.internal.linker..",
        "io.nmt.core.internal.libraries..",
        "io.nmt.core.internal.tracker..",
        "io.nmt.core.internal.concurrent..",
        "io.nmt.core.internal.counters..",
        "io.nmt.core.internal.blocks..",
        "io.nmt.core.internal.rules..",
        "io.nmt.core.internal.origins..",
        "io.nmt.core.internal.pools..",
        "io.nmt.core.internal.sites..",
        "io.nmt.core.internal.scopes..",
        "io.nmt.core.internal.starts..",
        "io.nmt.core.internal.loaders..",
        "io.nmt.core.threads..",
        "io.nmt.core.figures..",
    };

    // Exactly these packages, not those below them: java.util.logging and java.util.prefs are other modules.
    private static final String[] OF_JAVA_BASE = {
        "java.lang",
        "java.lang.invoke",
        "java.lang.ref",
        "java.lang.reflect",
        "java.nio",
        "java.security",
        "java.time",
        "java.util",
        "java.util.concurrent",
        "java.util.concurrent.atomic",
        "java.util.function",
        "java.util.stream",
        "jdk.internal.access",
        "jdk.internal.misc",
        "jdk.internal.reflect",
    };

    @ArchTest
    static final ArchRule INSIDE_HOOKS_JAVA_BASE_ALONE = classes()
            .that()
            .resideInAnyPackage(INSIDE_HOOKS)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(with(with(INSIDE_HOOKS, "io.nmt.core.model..", "io.nmt.core.listener"), OF_JAVA_BASE));

    @ArchTest
    static final ArchRule NO_ALLOCATOR_INSIDE_HOOKS = noClasses()
            .that()
            .resideInAnyPackage(INSIDE_HOOKS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.nmt.core");

    @ArchTest
    static final ArchRule MODULES = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("core")
            .definedBy("io.nmt.core..")
            .layer("report")
            .definedBy("io.nmt.report..")
            .layer("channel")
            .definedBy("io.nmt.channel..")
            .layer("jfr")
            .definedBy("io.nmt.jfr..")
            .layer("cli")
            .definedBy("io.nmt.cli..")
            .layer("agent")
            .definedBy("io.nmt.agent..")
            .whereLayer("core")
            .mayNotAccessAnyLayer()
            .whereLayer("report")
            .mayOnlyAccessLayers("core")
            .whereLayer("channel")
            .mayOnlyAccessLayers("core", "report")
            .whereLayer("jfr")
            .mayOnlyAccessLayers("core", "report")
            .whereLayer("cli")
            .mayOnlyAccessLayers("core", "report", "channel", "jfr");

    /** A room of the command line has one idea, and {@code Main} alone stands above the commands. */
    @ArchTest
    static final ArchRule ROOMS_OF_THE_COMMAND_LINE = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("start")
            .definedBy("io.nmt.cli")
            .layer("commands")
            .definedBy("io.nmt.cli.commands")
            .layer("usage")
            .definedBy("io.nmt.cli.usage")
            .layer("pages")
            .definedBy("io.nmt.cli.pages")
            .layer("malloc")
            .definedBy("io.nmt.cli.malloc")
            .layer("top")
            .definedBy("io.nmt.cli.top")
            .layer("export")
            .definedBy("io.nmt.cli.export")
            .layer("postmortem")
            .definedBy("io.nmt.cli.postmortem")
            .layer("json")
            .definedBy("io.nmt.cli.json")
            .layer("demo")
            .definedBy("io.nmt.demo")
            .layer("process")
            .definedBy("io.nmt.cli.process")
            .layer("guard")
            .definedBy("io.nmt.cli.guard")
            .layer("options")
            .definedBy("io.nmt.cli.options")
            .layer("terminal")
            .definedBy("io.nmt.cli.terminal")
            .whereLayer("start")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("commands")
            .mayOnlyBeAccessedByLayers("start")
            .whereLayer("usage")
            .mayOnlyAccessLayers("process", "guard", "options", "terminal")
            .whereLayer("pages")
            .mayOnlyAccessLayers("malloc", "process", "guard", "options", "terminal")
            .whereLayer("malloc")
            .mayOnlyAccessLayers("process", "guard", "options", "terminal")
            .whereLayer("top")
            .mayOnlyAccessLayers("process", "options", "json", "terminal")
            .whereLayer("export")
            .mayOnlyAccessLayers("json")
            .whereLayer("postmortem")
            .mayOnlyAccessLayers("json")
            .whereLayer("json")
            .mayNotAccessAnyLayer()
            .whereLayer("demo")
            .mayNotAccessAnyLayer()
            .whereLayer("process")
            .mayOnlyAccessLayers("guard", "options", "terminal")
            .whereLayer("guard")
            .mayOnlyAccessLayers("options")
            .whereLayer("options")
            .mayNotAccessAnyLayer()
            .whereLayer("terminal")
            .mayNotAccessAnyLayer()
            .ensureAllClassesAreContainedInArchitectureIgnoring(
                    DescribedPredicate.not(JavaClass.Predicates.resideInAPackage("io.nmt.cli..")));

    /** The command line is in the same jar, and no part of what runs in the application. */
    @ArchTest
    static final ArchRule THE_AGENT_STARTS_THE_COMMAND_LINE_IN_ONE_PLACE = noClasses()
            .that()
            .resideInAPackage("io.nmt.agent..")
            .and()
            .doNotHaveSimpleName("CommandLineStart")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.nmt.cli..");

    @ArchTest
    static final ArchRule NO_LOGGING_AND_NO_ASM_BELOW_THE_AGENT = noClasses()
            .that()
            .resideOutsideOfPackages("io.nmt.agent..", "io.nmt.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.util.logging..", "net.bytebuddy..");

    @ArchTest
    static final ArchRule EVENTS_IN_ONE_MODULE = noClasses()
            .that()
            .resideInAnyPackage("io.nmt.core..", "io.nmt.report..", "io.nmt.channel..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("jdk.jfr..");

    @ArchTest
    static final ArchRule HOOKS_ARE_CALLED_BY_START_UP_THE_ALLOCATOR_AND_THE_DOOR_ALONE = noClasses()
            .that()
            .resideOutsideOfPackages(
                    with(HOOKS, "io.nmt.core", "io.nmt.core.reader", "io.nmt.agent", "io.nmt.agent.instrument.."))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(HOOKS);

    @ArchTest
    static final ArchRule LISTENERS_KNOW_NOTHING = classes()
            .that()
            .resideInAPackage("io.nmt.core.listener")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java.lang", "io.nmt.core.listener");

    @ArchTest
    static final ArchRule MODEL_IS_VALUES = classes()
            .that()
            .resideInAPackage("io.nmt.core.model..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(with(OF_JAVA_BASE, "io.nmt.core.model.."));

    @ArchTest
    static final ArchRule REPORTS_ARE_MADE_OF_VALUES = classes()
            .that()
            .resideInAPackage("io.nmt.report.document..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(with(
                    OF_JAVA_BASE,
                    "io.nmt.core.model..",
                    "io.nmt.report.model..",
                    "io.nmt.report.document..",
                    "java.time.temporal"));

    @ArchTest
    static final ArchRule THE_API_SHOWS_NOTHING_INTERNAL = classes()
            .that(new DescribedPredicate<>("are the API") {
                @Override
                public boolean test(JavaClass type) {
                    return type.getModifiers().contains(JavaModifier.PUBLIC) && API.contains(type.getPackageName());
                }
            })
            .should(new ArchCondition<>("show API and java.base alone") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    for (JavaCodeUnit unit : type.getCodeUnits()) {
                        if (!Collections.disjoint(
                                unit.getModifiers(), Set.of(JavaModifier.PUBLIC, JavaModifier.PROTECTED))) {
                            List<JavaClass> shown = new ArrayList<>(unit.getRawParameterTypes());
                            shown.add(unit.getRawReturnType());
                            for (JavaClass one : shown) {
                                String name = one.getBaseComponentType().getPackageName();
                                boolean ours = name.startsWith("io.nmt.");
                                events.add(new SimpleConditionEvent(
                                        unit,
                                        !ours || API.contains(name),
                                        unit.getFullName() + " shows " + one.getName()));
                            }
                        }
                    }
                }
            });

    /** All others have something of the code that makes them: its thread group, priority, loader and permissions. */
    @ArchTest
    static final ArchRule THREADS_ARE_DETACHED = noClasses()
            .that()
            .resideInAnyPackage(OURS)
            .and()
            .doNotHaveFullyQualifiedName(DetachedThread.class.getName())
            .should()
            .callConstructorWhere(new DescribedPredicate<>("it makes another thread") {
                @Override
                public boolean test(JavaConstructorCall call) {
                    JavaClass made = call.getTargetOwner();
                    return made.isAssignableTo(Thread.class) && !made.isAssignableTo(DetachedThread.class);
                }
            })
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.Timer")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Executor.class)
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Executors.class, CompletableFuture.class, ThreadFactory.class, Cleaner.class);

    // It reads the rules that start-up gives to the tracker: they are checked as they are typed.
    private static final Set<String> BEHIND_THE_DOOR =
            Set.of("io.nmt.agent.options.AgentOptions", "io.nmt.agent.options.ClassPatterns");

    /** Start-up and instrumentation aside, other modules reach the tracker's inside by {@code io.nmt.core.reader}. */
    @ArchTest
    static final ArchRule ONE_DOOR = noClasses()
            .that()
            .resideOutsideOfPackages("io.nmt.core..", "io.nmt.agent", "io.nmt.agent.instrument..")
            .and(new DescribedPredicate<>("are not listed") {
                @Override
                public boolean test(JavaClass type) {
                    return !BEHIND_THE_DOOR.contains(type.getName().replaceFirst("\\$.*", ""));
                }
            })
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.nmt.core.internal..");

    @ArchTest
    static final ArchRule NO_CIRCLES_OF_PACKAGES =
            slices().matching("io.nmt.(**)").should().beFreeOfCycles();

    private static String[] with(String[] packages, String... more) {
        String[] all = Arrays.copyOf(packages, packages.length + more.length);
        System.arraycopy(more, 0, all, packages.length, more.length);
        return all;
    }
}
