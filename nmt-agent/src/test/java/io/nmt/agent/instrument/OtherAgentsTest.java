package io.nmt.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OtherAgentsTest {
    private static final String[] ARGUMENTS = {
        "-Xmx1g",
        "-javaagent:/opt/first.jar=a=b,c=/x/y.jar",
        "-agentpath:/opt/libsecond.so",
        "-agentlib:jdwp=transport=dt_socket",
        "-javaagent:lib/nmt-agent.jar=report=stdout",
        "-javaagent:/opt/third.jar",
    };

    @Test
    void thoseThatStandBefore() {
        assertThat(OtherAgents.before(ARGUMENTS, "nmt-agent.jar", false, false))
                .containsExactly("first.jar", "libsecond.so", "jdwp");
    }

    @Test
    void allWhereThisOneIsAttachedLate() {
        assertThat(OtherAgents.before(ARGUMENTS, "nmt-agent.jar", true, false))
                .containsExactly("first.jar", "libsecond.so", "jdwp", "third.jar");
    }

    @Test
    void thoseInJavaAlone() {
        assertThat(OtherAgents.before(ARGUMENTS, "nmt-agent.jar", false, true)).containsExactly("first.jar");
    }

    @Test
    void noneWhereThisOneIsAlone() {
        assertThat(OtherAgents.before(new String[] {"-javaagent:nmt-agent.jar"}, "nmt-agent.jar", false, false))
                .isEmpty();
    }
}
