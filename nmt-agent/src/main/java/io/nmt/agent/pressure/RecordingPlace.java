package io.nmt.agent.pressure;

/**
 * The place of a recording.
 *
 * @param file that has it when it is complete; empty until then
 * @param repository the directory that has its parts until then, also where the process is killed; empty if not known
 */
record RecordingPlace(String file, String repository) {}
