package io.nmt.it.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.tools.attach.VirtualMachine;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.it.programs.Hello;
import io.nmt.it.programs.Managed;
import io.nmt.it.programs.Steady;
import io.nmt.it.start.FirstPoint;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import io.nmt.testkit.Report;
import java.util.Arrays;
import java.util.Set;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The MBean, as consoles and exporters see it; and that a JVM without JMX does not pay for it. */
class MXBeanIT {
    private static final int MOVED_BYTES = 64 << 10;

    private static final String NAME = "io.nmt:type=NativeMemory";

    @OnOldestAndNewestJdk
    void aConsoleReadsTheFigures(Jdk jdk) throws Exception {
        try (Child child = jvm(jdk).agent().start(Steady.class)) {
            child.awaitLine("ready");
            child.say("hold");
            child.awaitLineWith("figures holding");
            TabularData categories;
            CompositeData total;
            try (JMXConnector console = connect(child)) {
                MBeanServerConnection server = console.getMBeanServerConnection();
                ObjectName name = new ObjectName(NAME);
                categories = (TabularData) server.getAttribute(name, "Categories");
                total = (CompositeData) server.getAttribute(name, "Total");
                assertThat(server.getAttribute(name, "UntrackedBlocks")).isEqualTo(0L);
                assertThat(server.getAttribute(name, "NotTracked")).isEqualTo("");
                assertThat((String[]) server.getAttribute(name, "NotTrackedReasons"))
                        .isEmpty();
                assertThat(server.getAttribute(name, "ExactPeaks")).isEqualTo(false);
                assertThat((long) server.getAttribute(name, "OverheadBytes")).isPositive();
                assertThat(server.getMBeanInfo(name).getAttributes()).hasSize(10);
            }
            child.say("finish");

            Snapshot holding = Figures.at("holding", child.await().expectSuccess());
            for (String category : new String[] {"Unsafe", "Direct Buffer", "Index", "Region"}) {
                CompositeData row = categories.get(new Object[] {category});
                assertThat(usage(category, (CompositeData) row.get("value"))).isEqualTo(holding.category(category));
            }
            // The connection itself takes some.
            assertThat((long) total.get("committed"))
                    .isGreaterThanOrEqualTo(holding.total().committed());
        }
    }

    private static CategoryUsage usage(String category, CompositeData row) {
        return new CategoryUsage(
                category,
                (long) row.get("reserved"),
                (long) row.get("committed"),
                (long) row.get("count"),
                (long) row.get("peakReserved"),
                (long) row.get("peakCommitted"),
                (long) row.get("countAtPeak"));
    }

    @OnOneJdk
    void aConsoleRunsCommands(Jdk jdk) throws Exception {
        try (Child child = jvm(jdk).agent("sample=1").start(Steady.class)) {
            child.awaitLine("ready");
            try (JMXConnector console = connect(child)) {
                MBeanServerConnection server = console.getMBeanServerConnection();
                assertThatThrownBy(() -> invoke(server, "diff", "B"))
                        .isInstanceOf(RuntimeMBeanException.class)
                        .hasMessageContaining("no baseline");
                assertThat(invoke(server, "baseline")).startsWith("Baseline");
                child.say("hold");
                child.awaitLineWith("figures holding");
                assertThat(Report.row("Unsafe", invoke(server, "summary", "B")).get(0))
                        .isEqualTo("1,048,637");
                assertThat(Report.row("Unsafe", invoke(server, "diff", "")).get(1))
                        .isEqualTo("+1 MB");
                assertThat(invoke(server, "collectUnreachable")).contains("The collection unloaded ");
                assertThat(invoke(server, "sites", "KB")).startsWith("Call sites by live bytes");
                assertThat(invoke(server, "leaks", "KB")).contains(" growth");
                assertThatThrownBy(() -> invoke(server, "summary", "TB")).hasMessageContaining("B, KB, MB, GB");
            }
            // The same baseline, taken by a console or by a command.
            ChildJvm.runAgentJar(jdk, "diff", Long.toString(child.pid())).expectSuccess();
        }
    }

    /** As the JVM's own buffer pools are: exporters take them by a pattern. */
    @OnOneJdk
    void eachCategoryIsABeanAndAllIsDescribed(Jdk jdk) throws Exception {
        try (Child child = jvm(jdk).agent().start(Steady.class)) {
            child.awaitLine("ready");
            child.say("hold");
            child.awaitLineWith("figures holding");
            try (JMXConnector console = connect(child)) {
                MBeanServerConnection server = console.getMBeanServerConnection();
                server.getAttribute(new ObjectName(NAME), "Categories"); // what the program has added has a bean now
                Set<ObjectName> beans = server.queryNames(new ObjectName(NAME + ",category=*"), null);
                assertThat(beans)
                        .extracting(name -> name.getKeyProperty("category"))
                        .contains("Direct Buffer", "Unsafe", "Mapped File", "Index", "Region");
                ObjectName unsafe = new ObjectName(NAME + ",category=Unsafe");
                assertThat(server.getAttribute(unsafe, "Committed")).isEqualTo(1_048_637L);
                assertThat(server.getAttribute(unsafe, "Count")).isEqualTo(2L);
                assertThat(server.getAttribute(unsafe, "Name")).isEqualTo("Unsafe");
                beans.add(new ObjectName(NAME));
                for (ObjectName bean : beans) {
                    assertDescribed(server.getMBeanInfo(bean));
                }
            }
        }
    }

    private static void assertDescribed(MBeanInfo info) {
        assertThat(info.getDescription()).containsAnyOf("memory outside the Java heap", "memory of this process");
        assertThat(info.getAttributes())
                .isNotEmpty()
                .allSatisfy(attribute -> assertThat(attribute.getDescription())
                        .contains(" ", ".")
                        .doesNotContain("Attribute exposed"));
        assertThat(info.getOperations()).allSatisfy(operation -> {
            assertThat(operation.getDescription()).contains(" ", ".").doesNotContain("Operation exposed");
            assertThat(operation.getSignature()).allSatisfy(parameter -> {
                assertThat(parameter.getName()).isEqualTo("scale");
                assertThat(parameter.getDescription()).startsWith("B, KB");
            });
        });
    }

    /** Exporters that read these beans alone get them all, too. */
    @OnOneJdk
    void aCategoryThatComesLateHasABeanOnceAnotherIsRead(Jdk jdk) throws Exception {
        try (Child child = jvm(jdk).agent().start(Steady.class)) {
            child.awaitLine("ready");
            try (JMXConnector console = connect(child)) {
                MBeanServerConnection server = console.getMBeanServerConnection();
                ObjectName unsafe = new ObjectName(NAME + ",category=Unsafe");
                ObjectName index = new ObjectName(NAME + ",category=Index");
                assertThat(server.getAttribute(unsafe, "PeakCommitted")).isEqualTo(0L);
                assertThat(server.isRegistered(index)).isFalse();
                child.say("hold");
                child.awaitLineWith("figures holding");
                assertThat(server.getAttribute(unsafe, "Committed")).isEqualTo(1_048_637L);
                assertThat(server.getAttribute(index, "Committed")).isEqualTo(12_345L);
            }
        }
    }

    @OnOneJdk
    void aConsoleReadsTheProcessAgainstItsLimits(Jdk jdk) throws Exception {
        ChildJvm jvm = jvm(jdk).options("-XX:MaxDirectMemorySize=77m");
        try (Child child = jvm.agent().start(Steady.class)) {
            child.awaitLine("ready");
            child.say("hold");
            child.awaitLineWith("figures holding");
            try (JMXConnector console = connect(child)) {
                MBeanServerConnection server = console.getMBeanServerConnection();
                ObjectName name = new ObjectName("io.nmt:type=Process");
                assertDescribed(server.getMBeanInfo(name));
                long rss = (long) server.getAttribute(name, "Rss");
                assertThat(rss).isBetween(10L << 20, 10L << 30);
                assertThat((long) server.getAttribute(name, "Untracked")).isBetween(0L, rss);
                assertThat(server.getAttribute(name, "DirectLimit")).isEqualTo(77L << 20);
                assertThat((long) server.getAttribute(name, "DirectUsed")).isBetween((2L << 20) + 12_346, 77L << 20);
                assertThat(server.getAttribute(name, "LeakSuspects")).isEqualTo(0L);
                long limit = (long) server.getAttribute(name, "CgroupLimit");
                assertThat((long) server.getAttribute(name, "CgroupUsed") >= 0).isEqualTo(limit >= 0);
                assertThat(limit).isNotZero();
            }
        }
    }

    @OnOneJdk
    void withoutCallStacksSuspectsAreNotKnown(Jdk jdk) throws Exception {
        try (Child child = jvm(jdk).agent("sample=0").start(Steady.class)) {
            child.awaitLine("ready");
            try (JMXConnector console = connect(child)) {
                MBeanServerConnection server = console.getMBeanServerConnection();
                assertThat(server.getAttribute(new ObjectName("io.nmt:type=Process"), "LeakSuspects"))
                        .isEqualTo(-1L);
            }
        }
    }

    /** An operation: exporters read all attributes at every scrape, and this takes long. */
    @OnOldestAndNewestJdk
    void aConsoleReadsResidentMemory(Jdk jdk) throws Exception {
        try (Child child = jvm(jdk).agent().start(Steady.class)) {
            child.awaitLine("ready");
            child.say("hold");
            child.awaitLineWith("figures holding");
            try (JMXConnector console = connect(child)) {
                MBeanServerConnection server = console.getMBeanServerConnection();
                ObjectName name = new ObjectName(NAME);
                TabularData components = (TabularData) server.invoke(name, "residentMemory", null, null);
                CompositeData direct = (CompositeData)
                        components.get(new Object[] {"Direct Buffer"}).get("value");
                assertThat((long) direct.get("committed")).isEqualTo(2 * (1 << 20) + 1);
                // A page that the kernel is just moving is not in memory.
                assertThat((long) direct.get("resident")).isGreaterThanOrEqualTo((2 << 20) - MOVED_BYTES);
                assertThat((long) direct.get("reserved")).isGreaterThanOrEqualTo(2 << 20);
                assertThat(direct.get("accuracy")).isEqualTo("exact");
                assertThat(components.keySet()).hasSizeGreaterThan(10);

                String report = invoke(server, "rss", "KB");
                assertThat(report)
                        .contains("\n\nResident memory of the process\n")
                        .containsPattern("(?m)^[A-Z]+ Java Heap: ");
                assertThat(Report.row("RSS", report)).contains("100.0 %");
                assertThatThrownBy(() -> invoke(server, "rss", "TB")).hasMessageContaining("B, KB, MB, GB");
                assertThat(server.getMBeanInfo(name).getAttributes())
                        .extracting(MBeanAttributeInfo::getName)
                        .noneMatch(attribute -> attribute.contains("Resident"));
            }
        }
    }

    private static String invoke(MBeanServerConnection server, String operation, String... arguments) throws Exception {
        String[] signature = new String[arguments.length];
        Arrays.fill(signature, String.class.getName());
        return (String) server.invoke(new ObjectName(NAME), operation, arguments, signature);
    }

    @SuppressWarnings("BanJNDI") // the address is our own child's
    private static JMXConnector connect(Child child) throws Exception {
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(child.pid()));
        try {
            JMXConnector console = JMXConnectorFactory.connect(new JMXServiceURL(jvm.startLocalManagementAgent()));
            // A thread of the agent registers it, while the server is already there.
            while (!console.getMBeanServerConnection().isRegistered(new ObjectName("io.nmt:type=Process"))) {
                assertThat(child.isAlive()).isTrue();
                Thread.sleep(10);
            }
            return console;
        } finally {
            jvm.detach();
        }
    }

    @OnOldestAndNewestJdk
    void theApplicationFindsIt(Jdk jdk) {
        try (Child child = jvm(jdk).agent("categories=direct-buffer").start(Managed.class, "tracked")) {
            child.awaitLine("beans [" + NAME + "]");
            child.awaitLine("untracked 0");
            child.awaitLine("others 1");
        }
    }

    @OnOldestAndNewestJdk
    void attachedToAnApplicationThatUsesJmx(Jdk jdk) {
        try (Child child = jvm(jdk).start(Managed.class)) {
            child.awaitLine("beans []");
            child.awaitLine("ready");
            ChildJvm.runAgentJar(jdk, "attach", Long.toString(child.pid())).expectSuccess();
            child.say("tell");
            child.awaitLine("beans [" + NAME + "]");
            child.awaitLine("untracked 0");
            child.say("finish");
            child.await().expectSuccess();
        }
    }

    @OnOldestAndNewestJdk
    void attachedToAnApplicationThatDoesNot(Jdk jdk) throws Exception {
        try (Child child = jvm(jdk).start(Steady.class)) {
            child.awaitLine("ready");
            ChildJvm.runAgentJar(jdk, "attach", Long.toString(child.pid())).expectSuccess();
            try (JMXConnector console = connect(child)) {
                assertThat(console.getMBeanServerConnection().isRegistered(new ObjectName(NAME)))
                        .isTrue();
            }
        }
    }

    @OnOldestAndNewestJdk
    void withoutJmxNothingOfItIsLoaded(Jdk jdk) {
        Outcome outcome =
                jvm(jdk).agent().options("-Xlog:class+load").run(Hello.class).expectSuccess();

        assertThat(FirstPoint.before(outcome.out()))
                .contains("io.nmt.agent.Agent ")
                .doesNotContain("io.nmt.agent.jmx.", "com.sun.jmx.", "java.lang.management.", "javax.management.");
    }

    @OnOldestAndNewestJdk
    void aRuntimeWithoutJmx(Jdk jdk) {
        Outcome outcome = jvm(jdk).agent()
                .options("--limit-modules=java.base,java.instrument")
                .run(Hello.class)
                .expectSuccess();

        assertThat(outcome.out()).isEqualTo("hello\n");
    }

    private static ChildJvm jvm(Jdk jdk) {
        return ChildJvm.withoutC2(jdk).allowUnsafe().allowAttach();
    }
}
