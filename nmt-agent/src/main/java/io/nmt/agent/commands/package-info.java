/** The commands, as the agent runs them in the process that they are about. */
package io.nmt.agent.commands;
