/**
 * The doors to the tracker's inside for code of other modules that reads figures: {@code TrackerReader} has figures,
 * {@code TrackerListeners} takes listeners, {@code JdkInside} reaches what the JDK keeps inside.
 */
package io.nmt.core.reader;
