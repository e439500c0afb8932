/** How the command line and the agent in another process talk: a socket in a directory that is the process's own. */
package io.nmt.channel;
