/** What the tracker tells while the application runs. Interfaces alone; {@code TrackerListeners} takes them. */
package io.nmt.core.listener;
