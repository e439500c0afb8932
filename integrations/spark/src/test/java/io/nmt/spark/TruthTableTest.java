package io.nmt.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.document.StatementText;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.testkit.plants.FixedPast;
import io.nmt.testkit.plants.FixedPlant;
import java.lang.management.ManagementFactory;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The driver's log as a column of the truth table: it has the statements of the MBean, word for word. */
class TruthTableTest {
    private static final Times TIMES = new Times(ZoneOffset.UTC, FixedPast.NOW.toEpochMilli());

    /** The attribute of the agent's bean that the executor reads. */
    public interface ProcessMXBean {
        /** Returns the judge's statements. */
        String[] getStatements();
    }

    private record TellingBean(List<String> statements) implements ProcessMXBean {
        @Override
        public String[] getStatements() {
            return statements.toArray(String[]::new);
        }
    }

    @ParameterizedTest
    @MethodSource("io.nmt.testkit.plants.FixedPlants#all")
    void theLogHasTheStatements(FixedPlant plant) throws Exception {
        List<String> statements = plant.statements().stream()
                .map(statement -> StatementText.of(statement.withNext(Statement.Next.NONE), TIMES))
                .toList();
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("io.nmt:type=Process");
        server.registerMBean(new TellingBean(statements), name);
        ExecutorState state;
        try {
            state = new ExecutorState(
                    "1", 0, 0, List.of(), List.of(), 0, 0, StateReader.statements(), "", List.of(), "");
        } finally {
            server.unregisterMBean(name);
        }

        String log = LossText.of("1", "localhost", "killed", 0, state);
        assertThat(log).endsWith(statements.stream().map("\n  "::concat).collect(Collectors.joining()));
        assertThat(plant.statements()).extracting(FixedPlant::named).containsExactlyElementsOf(plant.expected());
    }
}
