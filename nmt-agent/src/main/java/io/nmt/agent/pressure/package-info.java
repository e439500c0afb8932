/** Evidence before the kill: what held memory when it was about to run out. */
package io.nmt.agent.pressure;
