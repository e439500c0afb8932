/** Which JDK methods call the tracker's hooks, and how the calls get into them. */
package io.nmt.agent.instrument;
