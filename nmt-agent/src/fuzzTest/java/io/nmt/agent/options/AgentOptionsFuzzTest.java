package io.nmt.agent.options;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

/** Options of the agent: they are right, or what is wrong is one line. */
class AgentOptionsFuzzTest {
    @FuzzTest
    void areRightOrWrongInOneLine(FuzzedDataProvider data) {
        try {
            AgentOptions.parse(data.consumeRemainingAsString());
        } catch (AgentException e) {
            assertThat(e.getMessage()).isNotBlank().doesNotContain("\n", "\r", "\u001b");
        }
    }
}
