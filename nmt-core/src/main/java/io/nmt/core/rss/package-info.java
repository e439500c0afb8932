/** Where the process's resident memory is: every page in one line. Linux only. Nothing of it runs until somebody asks. */
package io.nmt.core.rss;
