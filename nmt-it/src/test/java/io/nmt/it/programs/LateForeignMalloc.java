package io.nmt.it.programs;

/**
 * Uses the {@code Linker} before and after the agent is attached. The tracker's classes exist only once the agent is
 * there.
 */
public final class LateForeignMalloc {
    private LateForeignMalloc() {}

    public static void main(String[] arguments) throws Throwable {
        Libc linkedBefore = new Libc("longs");
        long old = linkedBefore.call("malloc", "P(S)", 1000L);
        Talk.say("linked");

        Talk.await("attached");
        Libc linkedAfter = new Libc("longs");
        long unseen = linkedBefore.call("malloc", "P(S)", 3000L);
        long young = linkedAfter.call("malloc", "P(S)", 2000L);
        Figures.say("allocated");
        linkedAfter.call("free", "V(P)", young);
        linkedAfter.call("free", "V(P)", old);
        linkedAfter.call("free", "V(P)", unseen);
        Figures.say("freed");
    }
}
