package io.nmt.agent.options;

import io.nmt.agent.golden.Golden;
import org.junit.jupiter.api.Test;

/** The line on each wrong option of the agent. */
class OptionsGoldenTest {
    private static final String[] WRONG = {
        "=",
        "sample",
        "smaple=1",
        "sample=x",
        "scale=TB",
        "jfr=maybe",
        "peak=slow",
        "depth=0",
        "depth=x",
        "categories=Heap",
        "category=x",
        "wrappers=",
        "pressure=0%",
        "pressure=101%",
        "pressure=x",
        "pressure-file=",
        "pressure-record=0",
        "handles=x",
        "handles=com.acme.Session",
        "pools=maybe",
        "history=maybe",
        "termination-log=",
        "report=",
        "sample=1,sample=2",
    };

    @Test
    void wrongOptions() {
        StringBuilder text = new StringBuilder();
        for (String options : WRONG) {
            text.append(options).append("\n  ");
            try {
                AgentOptions.parse(options);
                text.append("(allowed)");
            } catch (AgentException e) {
                text.append(e.getMessage());
            }
            text.append('\n');
        }
        Golden.check("help/agent-options.txt", text.toString());
    }
}
