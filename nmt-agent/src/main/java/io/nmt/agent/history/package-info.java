/** Reads what is in use every ten seconds, for the history. */
package io.nmt.agent.history;
