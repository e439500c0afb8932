/** The options of the agent, as they follow its jar on a command line. */
package io.nmt.agent.options;
