/** Listeners to the tracker while the application runs. Interfaces alone; {@code TrackerListeners} takes them. */
package io.nmt.core.listener;
