/** The socket between a process and its commands, in a directory of the process's own. */
package io.nmt.channel;
