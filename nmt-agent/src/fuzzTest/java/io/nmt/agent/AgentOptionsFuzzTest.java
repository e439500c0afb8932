package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

/** Options of the agent: they are right, or what is wrong is one line. */
class AgentOptionsFuzzTest {
    @FuzzTest
    void areRightOrWrongInOneLine(FuzzedDataProvider data) {
        String problem = OptionCheck.problem(data.consumeRemainingAsString());
        if (problem != null) {
            assertThat(problem).isNotBlank().doesNotContain("\n", "\r", "\u001b");
        }
    }
}
