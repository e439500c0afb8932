package io.nmt.libraries.programs;

/** The use of a library by a program. */
interface Work {
    /**
     * Does all of it, and closes everything.
     *
     * @param leaks how many buffers to leave open all the same, by way of {@link Rounds#leak}
     * @return what came out, the same each time
     */
    String run(int leaks) throws Exception;
}
