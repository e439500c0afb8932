/**
 * Where the process's resident memory is: every page in one line. Linux only. Nothing of it runs until it is asked for.
 */
package io.nmt.core.rss;
