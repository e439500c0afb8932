/** Help, and advice on a command line that cannot be understood. */
package io.nmt.cli.usage;
