package io.nmt.bench.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChildJvmTest {
    /** Prints what it is told to. */
    public static final class Program {
        private Program() {}

        public static void main(String[] args) {
            System.out.println(args[0]);
            ChildJvm.print("count", 3);
            ChildJvm.print("ratio", 0.25);
            System.exit(Integer.parseInt(args[1]));
        }
    }

    @Test
    void readsTheFiguresAmongOtherOutput() throws Exception {
        assertThat(ChildJvm.run(List.of(), Program.class, "a=b", "0"))
                .containsEntry("count", 3.0)
                .containsEntry("ratio", 0.25)
                .containsKey(ChildJvm.WALL_MILLIS)
                .hasSize(3);
    }

    @Test
    void failsIfTheProgramFails() {
        assertThatIOException()
                .isThrownBy(() -> ChildJvm.run(List.of(), Program.class, "it broke", "3"))
                .withMessageContainingAll("exit code 3", "it broke");
    }

    @Test
    void failsIfTheAgentIsInactive() {
        assertThatIOException()
                .isThrownBy(() -> ChildJvm.run(List.of(), Program.class, "nmt: not an option", "0"))
                .withMessageContaining("not an option");
    }
}
