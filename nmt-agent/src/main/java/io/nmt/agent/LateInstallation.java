package io.nmt.agent;

import io.nmt.core.internal.tracker.TrackedPart;
import io.nmt.core.model.NotTracked;
import io.nmt.core.threads.DetachedThread;
import java.util.function.Supplier;

/**
 * Hooks that are put in when a part of the JDK is used for the first time, by the thread that uses it. If that fails,
 * reports name the part and the reason, and a thread of the agent tries again, ten times in a quarter of an hour.
 */
final class LateInstallation implements Runnable {
    private static final int MOST_ATTEMPTS = 10;
    private static final long FIRST_PAUSE_MILLIS = 1000;

    private final String part;
    private final Supplier<String> installation;

    /**
     * Hooks that are not there yet.
     *
     * @param part of the JDK, or the category, that is not tracked without them
     * @param installation puts them in; returns null, or what went wrong. Throws nothing
     */
    LateInstallation(String part, Supplier<String> installation) {
        this.part = part;
        this.installation = installation;
    }

    @Override
    public void run() {
        String problem = installation.get();
        if (problem != null) {
            NotTracked lacking = new NotTracked(part, problem, true);
            TrackedPart.lacks(lacking);
            DetachedThread.of("nmt-late-hooks", new Repetition(lacking)).start();
        }
    }

    private final class Repetition implements Runnable {
        private final NotTracked lacking;

        Repetition(NotTracked lacking) {
            this.lacking = lacking;
        }

        @Override
        public void run() {
            System.err.println("nmt: " + lacking.why() + "; not tracked until that is put right: " + part);
            try {
                String problem = lacking.why();
                for (int attempt = 0; attempt < MOST_ATTEMPTS && problem != null; attempt++) {
                    problem = installation.get();
                    if (problem != null) {
                        Thread.sleep(FIRST_PAUSE_MILLIS << attempt);
                    }
                }
                if (problem == null) {
                    TrackedPart.replace(
                            lacking, new NotTracked(part, "what was linked or opened before its hooks is not", true));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
